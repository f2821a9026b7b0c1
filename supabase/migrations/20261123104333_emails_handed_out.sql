-- Due work removes e-mails that were handed out long ago, and finds them by this index.
-- built before: email_outbox_handed_out
create index if not exists email_outbox_handed_out on private.email_outbox (claimed_at) where status <> 'waiting';
