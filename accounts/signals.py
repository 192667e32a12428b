from django.dispatch import Signal

# A guest has logged in to the account he has: sent with guest=User, user=User. What was the guest's may move.
guest_merged = Signal()

# Somebody has another name at the table: sent with user=User, after it is stored.
renamed = Signal()

# How somebody rests (time zone, weekends, quiet hours, vacation) has changed: sent with user=User, before=Rest and
# now=datetime after it is stored, in the same transaction.
rest_changed = Signal()

# Somebody is about to go for good, or is sent away: sent with user=User, outside of any transaction.
# End what would wait for him. It may be sent again.
leaving = Signal()

# Somebody goes for good: sent with user=User before the account is anonymised, in the same transaction.
# Let go of what is his.
deleted = Signal()

# A token is good no more: sent with user=User, after it is gone. What is open by it closes.
token_ended = Signal()

# Somebody without an account is about to become a guest: sent with request. A receiver raises to refuse.
guest_coming = Signal()

# Somebody asks what is stored about him: sent with user=User. Receivers answer with {heading: JSON}.
asked_for_data = Signal()
