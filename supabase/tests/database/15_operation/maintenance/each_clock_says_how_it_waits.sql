-- Lists each stored time at which something happens, and each setting that is a time, with how maintenance
-- changes it, because nobody can act then. A new one has to be added, and must wait if somebody would lose
-- otherwise.
create temporary table clocks (kind text, waits text, names text[]);
insert into clocks values
  ('column', 'moves', '{public.pack_orders.due_at,public.pack_orders.clock_resumes_at,public.pack_orders.cancel_requested_until,public.offers.expires_at,
    public.staff_proposals.expires_at,public.reviews.reveals_at,public.suspensions.appeal_due_at}'),
  ('column', 'follows from other columns', '{public.suspensions.due_at}'),
  ('column', 'nobody has to act until then', '{public.suspensions.ends_at,private.holds.due_at,private.reassessments.due_at,private.solvency_snapshots.good_until}'),
  -- The link in the mail stops the payout during maintenance as well.
  ('column', 'the owner can act', '{public.payouts.waits_until}'),
  ('column', 'others decide when', '{private.chargebacks.evidence_due_at,public.campaigns.deadline,public.invites.expires_at}'),
  ('column', 'is tried again', '{private.email_outbox.send_after,private.file_inspections.due_at,private.file_removals.due_at,private.payout_attempts.leased_until,
    private.payout_attempts.retry_at,public.chain_acts.retry_at,private.chargeback_evidence.leased_until,public.companies.vat_due_at,private.reconciliation.due_at,
    private.wallet_challenges.expires_at}'),
  ('setting', 'window', '{rating_window,tip_window,payout_grace}'),
  ('setting', 'public.offers.expires_at', '{offer_validity,offer_validity_most}'),
  ('setting', 'public.staff_proposals.expires_at', '{proposal_lifetime}'),
  ('setting', 'public.suspensions.appeal_due_at', '{suspension_appeal_decision}'),
  ('setting', 'nobody has to act until then', '{suspension_days_spam,suspension_days_conduct,suspension_days_off_platform,suspension_days_manipulation,suspension_days_identity,
    suspension_days_fraud,suspension_days_security,suspension_days_other,hold_new,hold_normal,hold_trusted,normal_days,trusted_days,demerit_period,review_period,
    review_reminder_first,review_reminder_second,last_reminder,approval_window,former_member_days,known_network}'),
  ('setting', 'the owner can act', '{payout_method_wait}'),
  -- A bank's report is booked during maintenance; the times of the escrow on a chain are fixed at the payment.
  ('setting', 'others decide when', '{chargeback_wait_most,evidence_lead,chain_approval_minutes,chain_reserve,founding_invite_hours}'),
  ('setting', 'is tried again', '{email_backoff,file_retry_first,file_retry_most,chain_replace_minutes,unconfirmed_hours,unstated_terms,fresh_sign_in,fresh_factor,failures_window,factor_window}'),
  ('setting', 'is how long something is kept or collected', '{notifications_kept,email_digest_every,email_join_window,emails_kept,unsubscribe_link_days,web_vitals_kept,evidence_kept,due_work_seconds}');
create function pg_temp.known(kind text) returns setof text language sql as $$
  select unnest(c.names) from clocks c where c.kind = known.kind
$$;

select set_eq($$ select format('%s.%s.%s', n.nspname, c.relname, a.attname)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'timestamptz'::regtype
      and a.attname ~ '(due|until|expires|ends|deadline|resumes|reveals|retry|after)' $$,
  $$ select pg_temp.known('column') $$, 'the list of this test has every column with a time at which something happens');
-- Leaves out settings of which an order has a copy, because its deadline is in due_at.
select set_eq($$ select s.key from private.settings s where s.unit in ('days', 'hours', 'minutes', 'seconds') and not private.order_windows() ? s.key $$,
  $$ select pg_temp.known('setting') $$, 'the list of this test has every setting that is a length of time');

select is_empty($$ select name from clocks c cross join unnest(c.names) as name cross join regexp_match(name, '^(.*)\.(\w+)$') as part
  where c.waits = 'moves' and not exists (
    select from pg_proc f where f.proname in ('move_deadlines', 'end_maintenance')
      and f.prosrc ~ format('update %s \w+\s+set [^;]*\m%s = ', part[1], part[2])) $$, 'each stored deadline that waits is moved when maintenance ends');
select is_empty($$ select name from clocks c cross join unnest(c.names) as name where c.waits = 'window' and not exists (
    select from pg_proc f where f.pronamespace = 'private'::regnamespace and f.prosrc ~ format('window_end\([^;]*''%s''', name)) $$,
  'each time that is counted from a moment is extended by maintenance');
select is_empty($$ select c.waits from clocks c where c.waits ~ '^public\.' and not exists (
    select from clocks m where m.waits = 'moves' and c.waits = any (m.names)) $$,
  'each setting of a stored deadline names a deadline that is moved');
