-- The cursor of a campaign's notices gets a name that says what it holds.
alter table private.campaign_queue rename column told_up_to to last_creator_id;
