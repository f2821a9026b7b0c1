-- Export and deletion of an account. Deletion clears the profile; records that others rely on (the
-- ledger, orders, the other half of a conversation) stay, under the name "Former member".

-- Deletion ---------------------------------------------------------------------------------
-- Takes locks in the order of all other acts: standing, spending, orders, offers, campaigns,
-- applications, accounts, freezes, the profile, and the user, which every notification locks.
create function private.lock_for_account_deletion(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_standing(profile_id);
  perform private.lock_spending(profile_id);
  perform from public.pack_orders o
  where lock_for_account_deletion.profile_id in (o.brand_id, o.kol_id)
    and (private.tips_until(o) > now() or (private.order_status(o.status)).outcome is null)
  order by o.id
  for no key update;
  perform from public.offers f
  where lock_for_account_deletion.profile_id in (f.brand_id, f.kol_id) and f.status = 'sent' order by f.id for update;
  perform from public.campaigns c
  where c.brand_id = lock_for_account_deletion.profile_id and c.status <> 'closed' order by c.id for update;
  perform from public.campaign_applications a
  where a.kol_id = lock_for_account_deletion.profile_id and a.status = 'sent' order by a.id for update;
  perform private.lock_accounts(array(
    select a.id from private.accounts a where a.owner_id = lock_for_account_deletion.profile_id
    union select private.platform_account('revenue', c.code, lock_for_account_deletion.profile_id) from public.currencies c));
  perform private.lock_freezes(array[profile_id]);
  perform from public.profiles p where p.id = lock_for_account_deletion.profile_id for update;
end;
$$;
comment on function private.lock_for_account_deletion is 'Locks a member and all rows through which they could still deal with others.';

create table private.names_to_forget (
  profile_id uuid primary key references public.profiles (id)
);
comment on table private.names_to_forget is 'Former members whom notices of others still name.';
alter table private.names_to_forget enable row level security;

-- Notifications hold the name that a member had when they were written. They are found by whom they name, since
-- what led to them (a saved search, work as staff) may be over. Works in batches: a brand with campaigns is named in so
-- many notices that its deletion would take too long.
create function private.forget_name(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id constant text := profile_id::text;
  v_batch constant int := private.setting('due_work_batch');
  v_renamed int;
begin
  -- The update makes the trigger write the texts again.
  with renamed as (
    update public.notifications n set data = n.data
      || case when n.data ? 'profile_name' then '{"profile_name": "Former member"}' else '{}'::jsonb end
      || case when n.data ? 'other_name' then '{"other_name": "Former member"}' else '{}'::jsonb end
    from (
      -- Leaves out notices of members who are deleted in the same statement: they are deleted with their user.
      select x.id, p.id as reader_id from public.notifications x join public.profiles p on p.user_id = x.user_id
      where coalesce(x.data ->> 'other_id', x.data ->> 'profile_id') = v_id
        and coalesce(x.data ->> 'other_name', x.data ->> 'profile_name') <> 'Former member' limit v_batch) as named
    where n.id = named.id
    returning named.reader_id
  ), digests as (
    -- Removes the member from digests, also from those that were sent, which their reader exports.
    update private.email_outbox e set digest = jsonb_build_object(
      'searches', (
        select coalesce(jsonb_agg(s || jsonb_build_object('creators', (
            select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(s -> 'creators') as c where c ->> 'profile_id' <> v_id))
          order by place), '[]')
        from jsonb_array_elements(e.digest -> 'searches') with ordinality as x (s, place)),
      'others', (
        select coalesce(jsonb_agg(o order by place), '[]')
        from jsonb_array_elements(e.digest -> 'others') with ordinality as x (o, place) where strpos(o::text, v_id) = 0))
    where e.profile_id in (select r.reader_id from renamed r)
      and e.digest is not null and strpos(e.digest::text, v_id) > 0
  )
  select count(*) into v_renamed from renamed;
  if v_renamed < v_batch then
    delete from private.names_to_forget f where f.profile_id = forget_name.profile_id;
  else
    insert into private.names_to_forget (profile_id) values (forget_name.profile_id) on conflict on constraint names_to_forget_pkey do nothing;
  end if;
end;
$$;
comment on function private.forget_name is 'Replaces the name of a deleted member in a batch of the notifications and digests of others; the clock does the rest.';

-- Rewards in the wallet of a brand cannot be paid out: a brand has no payout account, and no card can be refunded without
-- a payment. They would keep the account from being deleted for ever.
create function private.rewards_left(profile_id uuid)
returns table (lot_id bigint, account_id bigint, currency text, amount_minor bigint)
language sql stable security definer set search_path = '' as $$
  select l.id, a.id, a.currency, least(l.amount_minor, private.rewards_minor(a.id))
  from private.accounts a join private.wallet_lots l on l.account_id = a.id
  where a.owner_id = rewards_left.profile_id and l.payment_id is null and l.amount_minor > 0
$$;
comment on function private.rewards_left is 'The rewards that are still in the wallets of a member, by lot.';

create function private.give_up_rewards(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_left record;
begin
  for v_left in select * from private.rewards_left(give_up_rewards.profile_id) loop
    update private.wallet_lots l set amount_minor = l.amount_minor - v_left.amount_minor where l.id = v_left.lot_id;
    perform private.post_transfer('reward_given_up',
      array[v_left.account_id, private.platform_account('revenue', v_left.currency, give_up_rewards.profile_id)],
      array[-v_left.amount_minor, v_left.amount_minor], null, give_up_rewards.profile_id);
  end loop;
end;
$$;
comment on function private.give_up_rewards is 'Gives the rest of the rewards in the wallet of a brand that deletes its account to the market. The caller has locked the accounts.';

-- Nobody has used the account: no row is kept, and the invite can be used again.
create function private.undo_sign_up(profile_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_referral public.referrals;
begin
  delete from public.referrals r where r.invitee_id = undo_sign_up.profile_id returning * into v_referral;
  update public.invites i set uses = i.uses - 1 where i.id = v_referral.invite_id;
  -- The number never exceeds what a member may have, which is none if the person has an older account (join_pair).
  update public.profiles p set invites_left = p.invites_left + 1
  where p.id = v_referral.inviter_id and v_referral.invite_id is null and p.deleted_at is null
    and p.invites_left < private.setting('invite_quota_most')
    and not exists (
      select from public.profiles o
      where o.id in (select private.same_person(p.id)) and o.deleted_at is null and (o.created_at, o.id) < (p.created_at, p.id));
  delete from private.branches b where b.profile_id = undo_sign_up.profile_id;
  delete from public.profiles p where p.id = undo_sign_up.profile_id;
end;
$$;
comment on function private.undo_sign_up is 'Removes the profile of a sign-up that was never confirmed, and gives the place of its invite back.';

create function private.forget_what_is_owed_to(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update private.chargebacks c set repay_minor = greatest(0, c.repay_minor - r.amount_minor)
  from (
    select x.id, sum(u.amount_minor)::bigint as amount_minor
    from private.chargebacks x cross join lateral private.unrepaid(x) as u
    where x.repay_minor > 0 and u.profile_id = forget_what_is_owed_to.profile_id group by x.id) as r
  where c.id = r.id
$$;
comment on function private.forget_what_is_owed_to is 'Ends the debts of brands to a member who deletes the account, because nobody is left to be repaid.';

create function private.forget_own_rows(profile_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.saved_searches s where s.profile_id = forget_own_rows.profile_id;
  delete from public.shortlist s where s.brand_id = forget_own_rows.profile_id;
  delete from public.brief_templates t where t.brand_id = forget_own_rows.profile_id;
  delete from private.wallets w where w.profile_id = forget_own_rows.profile_id;
  delete from private.wallet_challenges c where c.profile_id = forget_own_rows.profile_id;
  delete from private.payout_methods m where m.profile_id = forget_own_rows.profile_id;
  delete from private.payout_accounts a where a.profile_id = forget_own_rows.profile_id;
  delete from public.email_preferences e where e.profile_id = forget_own_rows.profile_id;
  delete from private.email_outbox e where e.profile_id = forget_own_rows.profile_id;
  delete from public.member_blocks b where b.blocker_id = forget_own_rows.profile_id;
  -- A pack that is being published holds its row, waits for the deletion and is then refused: it stays, unpublished.
  delete from public.packs d where d.id in (
    select k.id from public.packs k
    where k.kol_id = forget_own_rows.profile_id and not exists (select from public.pack_orders o where o.pack_id = k.id)
      and not exists (select from public.campaign_applications a where a.pack_id = k.id)
    for update skip locked);
$$;
comment on function private.forget_own_rows is 'Removes what a member kept for themselves alone.';

-- Company data is kept for orders that a chargeback cut: they are invoiced if the dispute is won, or the brand's next account repays them.
create function private.forget_companies() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.companies c using public.profiles p
  where p.id = c.profile_id and p.deleted_at is not null and (private.is_forgotten(p.id)
    or not exists (select from private.chargebacks k where k.brand_id = p.id and k.status <> 'won'))
$$;
comment on function private.forget_companies is 'Removes the company data of former members, of a brand with a chargeback once its marks were kept long enough. Granted to nobody.';

-- A creator is not notified of an unpaid order and cannot end it: a brand could keep them from leaving with one order a day.
create function private.end_unpaid_orders(kol_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.move_order(o, 'cancelled', 'creator', o.kol_id, null, now()) from public.pack_orders o
  where o.kol_id = end_unpaid_orders.kol_id and o.status = 'pending_payment' order by o.id
$$;
comment on function private.end_unpaid_orders is 'Ends the unpaid orders of a creator who deletes the account. The caller has locked them.';

create function private.require_no_open_orders(leaving_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.pack_orders o join public.order_statuses s using (status)
    where leaving_id in (o.brand_id, o.kol_id) and s.outcome is null and (o.kol_id, o.status) <> (leaving_id, 'pending_payment')
  ) then
    raise exception 'account_has_open_orders' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_no_open_orders is 'Rejects the deletion of an account while an order is open, except for unpaid orders of a creator.';

-- Until the payment expires, its money returns only by an act of the market; from then on the brand can take it back alone.
create function private.is_in_escrow_of(brand_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.chain_payments p join public.pack_orders o on o.id = p.order_id
    where o.brand_id = is_in_escrow_of.brand_id and p.signed_at is not null and p.closed_at is null
      and p.authorization_expiry > extract(epoch from private.clock()))
$$;
comment on function private.is_in_escrow_of is 'True while money that a brand has signed for is in the escrow of a chain, or on its way there, and the brand cannot take it back alone.';

create function private.require_no_money(leaving_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from private.accounts a
    where a.owner_id = leaving_id and a.balance_minor <> coalesce((
      select sum(r.amount_minor) from private.rewards_left(leaving_id) as r where r.account_id = a.id), 0))
  then
    raise exception 'account_has_balance' using errcode = 'PT409';
  -- Once the member has left, their money in suspense could only be assigned to others.
  elsif exists (select from public.payments p where p.payer_id = leaving_id and p.suspense_minor > 0) then
    raise exception 'account_has_balance' using errcode = 'PT409';
  elsif private.is_in_escrow_of(leaving_id) then
    raise exception 'account_has_escrow' using errcode = 'PT409';
  end if;
  -- The bank may still send the payout back, for a month. Nothing else tells when a payout by hand is over.
  if exists (
    select from public.payouts p
    where p.profile_id = leaving_id and p.status = 'sent' and p.source = 'available' and p.provider <> 'manual'
      and coalesce(p.expected_on, p.taken_at::date) > current_date - 30
  ) then
    raise exception 'account_has_payout' using errcode = 'PT409';
  end if;
end;
$$;
comment on function private.require_no_money is 'Rejects the deletion of an account while money of the member, apart from rewards, is in the market, in an escrow on a chain or on its way.';

-- A trigger on auth.users, so that an account is deleted in the same way whoever deletes it.
create function private.forget_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_profile_id uuid;
begin
  select p.id into v_profile_id from public.profiles p where p.user_id = OLD.id;
  if v_profile_id is null then
    return OLD;
  elsif OLD.email_confirmed_at is null then
    delete from private.sign_ups s where s.user_id = OLD.id;
    begin
      perform private.undo_sign_up(v_profile_id);
      return OLD;
    exception when foreign_key_violation then
      null; -- Suspended with the inviter, for example: it becomes a former member.
    end;
  end if;
  perform private.lock_for_account_deletion(v_profile_id);
  perform private.end_unpaid_orders(v_profile_id);
  perform private.require_no_open_orders(v_profile_id);
  perform private.give_up_rewards(v_profile_id);
  perform private.require_no_money(v_profile_id);

  perform private.forget_marks(), private.forget_destinations();
  perform private.remove_files_of(v_profile_id);
  perform private.forget_name(v_profile_id);
  perform private.forget_what_is_owed_to(v_profile_id);
  -- Without a user there is no caller, so no limit counts the changes that follow.
  update public.profiles p set
    user_id = null, deleted_at = now(), display_name = 'Former member', bio = '', expertise = '{}',
    language = null, locale = 'en', follower_counts = '{}',
    channels = '{}', website = null, works = '[]', profile_image = null, referral_code = null,
    is_approved = false, is_verified = false, is_staff = false, rejected_at = null, rejection_reason = null,
    -- Staff had rejected the profile or had not decided yet: 02_members/05_people makes the person wait again.
    approval_by_staff = p.approval_by_staff or p.rejected_at is not null
      or p.role = 'kol' and p.onboarded_at is not null and not p.is_approved
  where p.id = v_profile_id;

  perform private.forget_own_rows(v_profile_id), private.forget_companies();
  delete from public.campaigns c where c.brand_id = v_profile_id and c.status = 'draft';
  perform private.end_campaign(c.id) from public.campaigns c where c.brand_id = v_profile_id and c.status = 'open';
  update public.campaign_applications a set status = 'withdrawn' where a.kol_id = v_profile_id and a.status = 'sent';
  update public.offers f set status = 'expired' where v_profile_id in (f.brand_id, f.kol_id) and f.status = 'sent';
  update public.packs k set is_published = false, picture = null where k.kol_id = v_profile_id and (k.is_published or k.picture is not null);
  update public.invites i
  set expires_at = least(i.expires_at, greatest(now(), i.created_at + interval '1 microsecond'))
  where i.issuer_id = v_profile_id;
  -- Staff may have sent several invites to the same address.
  update public.invites i
  set email = null, expires_at = least(i.expires_at, greatest(now(), i.created_at + interval '1 microsecond'))
  where i.email in (lower(OLD.email), (
    select j.email from public.referrals r join public.invites j on j.id = r.invite_id where r.invitee_id = v_profile_id));
  return OLD;
end;
$$;
comment on function private.forget_member is
  'Trigger: clears the profile of a deleted user, and the invites to the address with which they joined, which may be a former one; refused while orders or money are open.';
create trigger forget_member before delete on auth.users
  for each row execute function private.forget_member();

-- An upload during the deletion would leave a file without an owner, which nothing removes.
create function private.check_uploader() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_owner constant uuid :=
    case when NEW.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then NEW.owner_id::uuid end;
begin
  perform private.share_standing(p.id) from public.profiles p where p.user_id = v_owner;
  if not exists (select from public.profiles p where p.user_id = v_owner) then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  return NEW;
end;
$$;
comment on function private.check_uploader is 'Trigger: rejects a file of a deleted member, and blocks the deletion of the account until the file is stored.';
create trigger check_uploader before insert on storage.objects
  for each row when (NEW.bucket_id in ('avatars', 'attachments') and NEW.owner_id is not null)
  execute function private.check_uploader();

-- Leaves locked rows to the next run: their owners may be confirming just now.
create function private.remove_unconfirmed(at timestamptz, batch int) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user_id uuid;
begin
  for v_user_id in
    select u.id
    from private.sign_ups s
    join auth.users u on u.id = s.user_id and u.email_confirmed_at is null
    join public.profiles p on p.user_id = u.id
    where s.created_at <= at - make_interval(hours => private.setting('unconfirmed_hours')::int)
    order by s.created_at limit batch
    for update of u, p skip locked
  loop
    begin
      delete from auth.users u where u.id = v_user_id;
    exception when others then
      perform private.note_failure(format('sign-up %s stays: %s', v_user_id, sqlerrm));
    end;
  end loop;
end;
$$;
comment on function private.remove_unconfirmed is 'Removes sign-ups that nobody confirmed in time; a failure does not stop the others.';

create function private.delete_my_account() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.my_profile_id() is null then
    -- A repeated request finds the user gone: its token is valid for up to an hour.
    if auth.uid() is not null and not exists (select from auth.users u where u.id = auth.uid()) then
      return;
    end if;
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  perform private.require_fresh_factor_if_any();
  -- The orders are checked before anything is locked, and again by the trigger: a member who is refused again and again delays no worker.
  perform private.require_no_open_orders(private.my_profile_id());
  perform private.require_no_money(private.my_profile_id());
  -- Waits for batches that write to many members in no order, and for other deletions: two of them, each with
  -- rows that the other needs, would be a deadlock. The workers skip a run that they would have to wait for.
  perform pg_advisory_xact_lock(hashtext(worker))
  from unnest(array['work_campaigns', 'work_email_digests', 'work_match_queue']) as worker;
  -- These rows are locked before the user: an act that pays the member locks the user last, to notify them.
  perform private.lock_for_account_deletion(private.my_profile_id());
  -- Sessions, notifications and other rows of the user are deleted with it.
  delete from auth.users u where u.id = (select private.my_user_id());
end;
$$;
comment on function private.delete_my_account is 'Deletes the caller''s user; its trigger forget_member refuses that, or clears the profile.';

create function public.delete_my_account() returns void
language sql volatile security invoker set search_path = '' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account is
  'Deletes the caller''s account. Refused while orders are open, money is left, also in the escrow of a chain until the brand can take it back alone, or a payout has not arrived; '
  'what is left of rewards in the wallet of a brand is given up.';

-- Export -------------------------------------------------------------------------------------
-- One list per table, so that a test can name the one that is missing. Each is a query of the rows of
-- the user $1 with the profile $2, and the order in which pages of it follow each other: the oldest first,
-- so that what is written meanwhile comes last. Views show the rows of the caller only.
create function private.exported_lists() returns table (name text, source text, place text)
language sql immutable set search_path = '' as $$
  values
    ('sessions', 'private.my_sessions() x', 'created_at, id'),
    ('suspensions', 'public.suspensions x where x.profile_id = $2', 'created_at, id'),
    ('invites', '(select i.id, i.code, i.issuer_id, i.max_uses, i.uses, i.expires_at, private.masked_email(i.email) as email, i.role, i.created_at
      from public.invites i where i.issuer_id = $2) x', 'created_at, id'),
    ('referrals', 'public.referrals x where x.inviter_id = $2', 'created_at, id'),
    ('member_blocks', 'public.member_blocks x where x.blocker_id = $2', 'created_at, blocked_id'),
    ('packs', 'public.packs x where x.kol_id = $2', 'created_at, id'),
    ('pack_orders', 'public.pack_orders x where $2 in (x.brand_id, x.kol_id)', 'created_at, id'),
    ('order_events', 'public.order_events x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'id'),
    ('order_milestones', 'public.order_milestones x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'order_id, position'),
    ('order_tips', 'public.order_tips x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'created_at, id'),
    ('showings', 'public.showings x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'order_id'),
    ('order_deliveries', 'public.order_deliveries x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'created_at, id'),
    ('settlement_proposals', 'public.settlement_proposals x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'created_at, id'),
    ('dispute_statements', 'public.dispute_statements x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'created_at, id'),
    ('rulings', 'public.rulings x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'created_at, id'),
    ('reviews', 'public.reviews x where x.author_id = $2 or x.subject_id = $2 and x.visible_at is not null', 'created_at, id'),
    ('balances', 'public.balances x', 'currency, kind'),
    ('ledger_lines', 'public.ledger_lines x', 'transfer_id, kind, amount_minor'),
    ('holds', 'public.holds x', 'clears_at, order_id, amount_minor'),
    ('debts', 'public.my_debts() x', 'currency'),
    ('seller_years', 'public.my_seller_years() x', 'year, currency'),
    ('calendar', '(select public.calendar_since() as created_at) x where x.created_at is not null', 'created_at'),
    ('companies', 'public.companies x where x.profile_id = $2', 'id'),
    ('papers', 'public.papers x where $2 in (x.seller_id, x.buyer_id)', 'issued_at, id'),
    ('payments', 'public.payments x where x.payer_id = $2', 'created_at, id'),
    ('payouts', 'public.payouts x where x.profile_id = $2', 'created_at, id'),
    ('payout_methods', 'public.payout_methods x', 'created_at, id'),
    ('payout_accounts', 'public.payout_accounts x', 'provider'),
    ('wallets', 'public.wallets x', 'created_at, address'),
    ('chain_payments', 'public.chain_payments x join public.pack_orders o on o.id = x.order_id where $2 = o.brand_id or $2 = o.kol_id and x.signed_at is not null', 'created_at, id'),
    ('chain_acts', 'public.chain_acts x join public.pack_orders o on o.id = x.order_id where $2 in (o.brand_id, o.kol_id)', 'id'),
    ('conversations', 'public.conversations x where $2 in (x.member_a, x.member_b)', 'created_at, id'),
    ('messages', 'public.messages x where $2 in (x.sender_id, x.receiver_id)', 'created_at, id'),
    ('offers', 'public.offers x where $2 in (x.brand_id, x.kol_id)', 'created_at, id'),
    ('message_reports', '(select r.id, r.message_id, r.reporter_id, r.sender_id, r.content, r.file_name, r.reason, r.created_at, r.resolved_at
      from public.message_reports r where r.reporter_id = $2) x', 'created_at, id'),
    ('notifications', 'public.notifications x where x.user_id = $1', 'created_at, id'),
    ('email_preferences', 'public.email_preferences x where x.profile_id = $2', 'type'),
    ('emails', '(select e.id, e.template, private.notices(e.notification_ids) as notices, e.digest, e.to_email, e.status, e.sent_at, e.created_at
      from private.email_outbox e where e.profile_id = $2) x', 'created_at, id'),
    ('saved_searches', 'public.saved_searches x where x.profile_id = $2', 'created_at, id'),
    ('shortlist', 'public.shortlist x where x.brand_id = $2', 'created_at, creator_id'),
    ('brief_templates', 'public.brief_templates x where x.brand_id = $2', 'created_at, id'),
    ('campaigns', 'public.campaigns x where x.brand_id = $2', 'created_at, id'),
    ('campaign_applications', 'public.campaign_applications x where $2 in (x.brand_id, x.kol_id)', 'created_at, id'),
    ('campaign_invitations', 'public.campaign_invitations x where $2 in (x.brand_id, x.kol_id)', 'created_at, campaign_id, kol_id')
$$;
comment on function private.exported_lists is 'The tables of an export: the query of each, and the order of its rows.';

-- A member gets one page at a time, of a bounded size: with years of messages a member would otherwise
-- keep as many cores busy as they have connections, with answers too large to be sent.
create function private.export_my_data(page int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c_rows constant int := 500; -- At most some megabytes, within the statement timeout of the API.
  v_user constant uuid := (select private.my_user_id());
  v_me constant uuid := private.my_profile_id();
  v_export jsonb := jsonb_build_object('exported_at', now(), 'page', page);
  v_more boolean := false;
  v_list record;
  v_rows jsonb;
begin
  if v_me is null then
    raise exception 'not_allowed' using errcode = 'PT403';
  end if;
  -- Data that the receiver has read cannot be recalled.
  perform private.require_fresh_factor_if_any();
  if page is null or page < 1 then
    raise exception 'export_page_unknown' using errcode = 'PT422';
  end if;
  -- Refuses instead of waiting, which would occupy a connection.
  if not pg_try_advisory_xact_lock(hashtextextended('export of ' || private.person_of(v_me), 0)) then
    raise exception 'export_running' using errcode = 'PT409';
  end if;
  perform private.limit_person(case page when 1 then 'exports_per_day' else 'export_pages_per_day' end, v_me);
  if page = 1 then
    v_export := v_export || jsonb_build_object(
      'account', (
        select jsonb_build_object('email', u.email, 'created_at', u.created_at,
          'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
        from auth.users u where u.id = v_user),
      'profiles', (select to_jsonb(x) from public.profiles x where x.id = v_me));
  end if;
  for v_list in select * from private.exported_lists() loop
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select x.* from %s order by %s limit %s offset %s) r',
        v_list.source, v_list.place, c_rows, (page - 1)::bigint * c_rows)
      into v_rows using v_user, v_me;
    v_export := v_export || jsonb_build_object(v_list.name, v_rows);
    v_more := v_more or jsonb_array_length(v_rows) = c_rows;
  end loop;
  return v_export || jsonb_build_object('more', v_more);
end;
$$;

create function public.export_my_data(page int default 1) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.export_my_data(page)
$$;
comment on function public.export_my_data is
  'The signed-in member''s data in one JSON object, one key per table, each with 500 rows a page; `more` says that another page follows. '
  'Account and profile are on page 1. One page at a time.';

grant execute on function private.delete_my_account, public.delete_my_account,
  private.export_my_data, public.export_my_data to authenticated;

-- Names of other members -----------------------------------------------------------------------
-- `members` has only current members. Orders and conversations outlive a membership: their two
-- sides still read each other's name, which may be "Former member".
create type public.member_label as (
  id uuid, role text, display_name text, profile_image text, is_verified boolean
);

create function private.member_labels(ids uuid[]) returns setof public.member_label
language sql stable security definer set search_path = '' as $$
  select p.id, p.role, p.display_name, p.profile_image, p.is_verified
  from public.profiles p, private.my_profile_id() as me (id)
  where p.id = any (ids[1:200]) and me.id is not null and (
    p.id = me.id
    or (private.is_member() and not private.are_blocked(me.id, p.id)
      and exists (select from public.members m where m.id = p.id))
    or exists (
      select from public.pack_orders o
      where (o.brand_id = me.id and o.kol_id = p.id) or (o.kol_id = me.id and o.brand_id = p.id))
    or exists (
      select from public.conversations c
      where c.member_a = least(me.id, p.id) and c.member_b = greatest(me.id, p.id))
    or private.is_staff()
  )
$$;

create function public.member_labels(ids uuid[]) returns setof public.member_label
language sql stable security invoker set search_path = '' as $$
  select private.require_plain(to_jsonb(ids));
  select * from private.member_labels(ids)
$$;
comment on function public.member_labels is 'Names and images of members for lists; at most 200 at a time.';
grant execute on function private.member_labels, public.member_labels to authenticated;

-- Settings -------------------------------------------------------------------------------
insert into private.settings (key, value, unit, meaning, min_value, max_value) values
  ('exports_per_day', 10, 'count', 'Exports of their data that a member may begin in a day.', 1, 100000),
  ('export_pages_per_day', 2000, 'count', 'Further pages of exports, of 500 rows of each table, that a member may request in a day.', 1, 100000)
on conflict (key) do nothing;
