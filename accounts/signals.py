from django.dispatch import Signal

# A guest has logged in to the account he has: sent with guest=User, user=User, inside the transaction that logs him in,
# both rows held. What was the guest's may move; receivers that announce do it after the commit.
guest_merged = Signal()

# Somebody has made an account, and may have been a guest until now: sent with user=User, after it is stored.
account_made = Signal()

# Somebody is about to have another name at the table: sent with user=User and name=str, inside the transaction that
# stores it, their row held. A receiver raises `names.NotPossible` to refuse.
renaming = Signal()

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

# Browsers have been logged out from another one: sent with user=User and names, those of `accounts.browser`.
browsers_ended = Signal()

# What was a guest's is an account's from now on: sent with user=User, the guest's row, and here, the name of the
# browser in which it happens (accounts.browser). A key, a destination or an ear that somebody else may have kept ends.
# Sent before `guest_merged`, in the same transaction.
claimed = Signal()

# Somebody goes on as a guest by the guest's own link: sent with user=User and agent, the browser's name in words.
guest_link_used = Signal()

# Somebody without an account is about to become a guest: sent with request. A receiver raises to refuse.
guest_coming = Signal()

# Somebody asks what is stored about him: sent with user=User. Receivers answer with {heading: JSON}.
asked_for_data = Signal()
