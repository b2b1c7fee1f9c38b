"""What the service keeps: the only place with SQL.

The queries (one file a subject) speak to a `Connection`, whose few methods and plain SQL any
database can offer; `database.py` offers them for SQLite. A `Transaction` can only be had from
`Database.write`, so whoever asks for one cannot be called outside of it.
"""

from .database import Busy, Connection, Database, Kept, Transaction
from .migrations import migrate

__all__ = ["Busy", "Connection", "Database", "Kept", "Transaction", "migrate"]
