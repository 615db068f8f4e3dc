"""What answers beside the glass: keys, a panel, phones; and the ring that shows what a key would do."""
