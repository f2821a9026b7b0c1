-- What the creator hands in and what uses a revision were lists in functions; they are columns now.
alter table public.order_statuses
  add column hands_in text,
  add column is_revision boolean not null default false;
update public.order_statuses set hands_in = 'draft' where status = 'draft_review';
update public.order_statuses set hands_in = 'delivery' where status = 'delivered';
update public.order_statuses set is_revision = true where status in ('draft_revision', 'in_revision');
alter table public.order_statuses
  add constraint order_statuses_hands_in_known check (hands_in in ('draft', 'delivery'));
