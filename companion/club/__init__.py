"""A club evening: many tables, a broker that they tell what strangers may see, a wall that shows it."""
