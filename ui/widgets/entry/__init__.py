"""Parts by which people enter something: dice, numbers, forms."""
