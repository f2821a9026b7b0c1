-- cast: ann kol
insert into public.email_preferences (profile_id, type, mode) values (tests.id('ann'), 'new_kol_match', 'digest'), (tests.id('ann'), 'campaign_match', 'at_once');
select private.unsubscribe(private.unsubscribe_token(tests.id('ann'), 'digest'));
select results_eq('select type, mode from public.email_preferences order by type',
  $$ values ('campaign_match', 'at_once'), ('invite_accepted', 'off'), ('new_kol_match', 'off') $$, 'what came by digest, chosen or by default');
