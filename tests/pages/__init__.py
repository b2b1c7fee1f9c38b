"""The pages, as browsers without scripts see them."""
