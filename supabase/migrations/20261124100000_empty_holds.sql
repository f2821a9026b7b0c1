-- An empty hold would clear with a transfer without entries. New ones are not recorded any more.
update private.holds h set cleared_at = now()
where h.cleared_at is null and h.amount_minor = 0 and h.fees_minor = 0;
