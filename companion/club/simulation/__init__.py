"""A club that is not there: tables that play by themselves, and a broker for them."""
