select is_empty($$
  select column_name from information_schema.columns
  where table_schema = 'public' and table_name = 'members'
    and column_name in ('user_id', 'referral_code', 'invites_left', 'trust_level', 'suspended_at', 'is_staff')
$$, 'no user id, no code, no quota, no judgement');
