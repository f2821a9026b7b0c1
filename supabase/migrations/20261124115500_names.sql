-- The limit of notifications a second gets a name that says what it is.
alter table private.notice_wave rename to notice_rate;
alter table private.notice_rate rename column room to available;
alter table private.notice_rate rename constraint notice_wave_pkey to notice_rate_pkey;
alter table private.notice_rate rename constraint notice_wave_is_one_row to notice_rate_is_one_row;
alter table private.notice_rate rename constraint notice_wave_room_in_range to notice_rate_available_in_range;
alter table private.notice_rate rename constraint notice_wave_time_finite to notice_rate_time_finite;
-- The parameter gets another name, which `create or replace` cannot give.
drop function private.notify_next_watchers(private.creators, uuid, int, int, timestamptz);

update private.settings set meaning = 'Times in a day that a creator may change what saved searches and campaigns filter by.'
where key = 'profile_matchings_per_day';
