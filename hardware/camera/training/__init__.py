"""Training of the network that reads pips: drawn dice, and the script that learns from them."""
