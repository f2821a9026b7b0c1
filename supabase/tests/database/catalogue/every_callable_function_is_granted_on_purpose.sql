begin;
select plan(2);
-- Who may call what. In `private` are the functions that those of `public` call and those
-- that policies, constraints and column defaults call in the name of the client.
create temporary table intended as
select i.schema, i.role, name
from (values
  ('public', 'anon', '
    check_invite unsubscribe'),
  ('public', 'authenticated', '
    accept_application accept_milestone accept_offer accept_order accept_settlement answer_dispute appeal_ruling appeal_suspension decide_appeal decide_suspension_appeal give_evidence read_dispute apply_to_campaign approve_draft approve_new_address approve_profile
    block_member can_buy_or_sell_own_gig cancel_order check_invite close_campaign
    complete_order confirm_staff_proposal count_creators create_invite decline_application decline_offer
    decline_order decline_verification delete_my_account deliver_order end_session
    export_my_data extend_review file_verdicts find_profiles get_or_create_conversation has_password
    find_anything
    inbox lift_ban list_notifications list_reserved_names list_settings make_offer mark_all_notifications_read
    mark_conversation_read mark_notification_read member_labels my_sessions open_dispute open_reports
    order_actions pay_from_wallet payment_parts start_checkout tip_bounds tip_order renew_calendar remove_calendar calendar_since place_order propose_settlement propose_staff_act publish_campaign
    reject_profile release_name report_message request_payout request_refund
    request_draft_changes request_revision reserve_name resolve_dispute resolve_report resolve_suspense
    review_order revoke_invite search_creators show_draft set_trust_level settlement_preview staff_queue suits_me suspend_profile order_sides
    unblock_member unfreeze_profile unread_count unsubscribe unsuspend_profile update_setting
    verify_profile waiting_profiles withdraw_application withdraw_offer withdraw_staff_proposal'),
  ('public', 'service_role', '
    can_buy_or_sell_own_gig check_invite claim_emails claim_file_inspections read_calendar
    claim_file_removals fail_payout mark_email_failed mark_email_sent mark_file_removed market_health
    record_chargeback record_file_inspection record_payment record_provider_dispute
    record_provider_refund run_due_work settle_payout'),
  ('private', 'anon', '
    check_invite market_terms solvency unsubscribe'),
  ('private', 'authenticated', '
    accept_application accept_milestone accept_offer accept_order accept_settlement answer_dispute appeal_ruling appeal_suspension decide_appeal decide_suspension_appeal give_evidence read_dispute apply_to_campaign approve_draft approve_new_address approve_profile
    are_web_addresses attachment_max_bytes awaits_removal block_member can_transact cancel_order check_invite close_campaign complete_order
    confirm_staff_proposal count_creators create_invite decline_application decline_offer decline_order
    excerpt find_actions find_anything find_campaigns find_conversations find_creators find_messages find_orders lower_text normalise_text patterns_of
    decline_verification delete_my_account deliver_order disclosures end_session export_my_data
    extend_review file_verdicts find_profiles follower_counts_are_valid follower_sum
    get_or_create_conversation has_password hidden_characters inbox is_evidence_before_me is_frozen is_member is_my_conversation list_notifications
    is_staff lift_ban list_reserved_names list_settings make_offer market_terms may_talk member_labels member_lists
    my_blocked_members my_picture my_profile_id my_role my_sessions notification_types open_dispute
    open_reports order_actions pay_from_wallet payment_parts start_checkout tip_bounds tip_order renew_calendar remove_calendar calendar_since place_order platforms promise propose_settlement propose_staff_act
    publish_campaign reject_profile release_name report_message request_payout
    request_draft_changes request_refund request_revision require_staff require_transact reserve_name
    resolve_dispute resolve_report resolve_suspense review_order revoke_invite
    search_creators set_trust_level setting settlement_preview show_draft shows_all_characters solvency
    staff_queue suits_me suspend_profile order_sides terms terms_hash texts_are_within unblock_member unfreeze_profile unread_count
    unsubscribe unsuspend_profile update_setting usage_rights verify_profile waiting_profiles
    withdraw_application withdraw_offer withdraw_staff_proposal words work_languages'),
  ('private', 'service_role', '
    attachment_max_bytes can_transact check_invite claim_emails claim_file_inspections claim_file_removals disclosures read_calendar
    fail_payout follower_counts_are_valid follower_sum hidden_characters is_frozen is_member
    is_staff ledger_faults market_health market_terms mark_email_failed mark_email_sent mark_file_removed
    member_lists my_profile_id my_role notification_types platforms promise record_chargeback record_file_inspection
    record_payment record_provider_dispute record_provider_refund require_staff
    require_transact run_due_work setting settle_payout
    shows_all_characters solvency terms terms_hash texts_are_within usage_rights words work_languages'),
  ('private', 'supabase_auth_admin', '
    before_user_created mfa_verification_attempt password_verification_attempt')
) as i (schema, role, names), regexp_split_to_table(btrim(i.names, E' \n'), '\s+') as name;
create temporary view granted as
select n.nspname::text as schema, r.role, p.proname::text as name
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private')
cross join unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) as r (role)
where has_function_privilege(r.role, p.oid, 'execute');
select is_empty('select * from granted except select * from intended', 'nothing can be called that is not meant to be');
select is_empty('select * from intended except select * from granted', 'nothing is closed that is meant to be called');
select * from finish();
rollback;
