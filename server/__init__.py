"""The service: accounts, challenges and correspondence games over HTTP, kept in a database."""
