import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import {
  fetchMemberCards,
  fetchMemberLabels,
  type MemberCard,
  type MemberLabel,
} from '@/domain/members/members.ts'
import { AppError } from '@/lib/api/errors.ts'
import { orChangedTerms } from '@/domain/orders/changed-terms.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { CompositeTypes, Tables, TablesInsert } from '@/lib/database.types.ts'
import { lastOfEqual, newerThan, newestFirst } from '@/lib/api/keyset.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { changedFrom } from '@/lib/changed.ts'
import { inParts } from '@/lib/in-parts.ts'
import { writeOnce } from '@/lib/api/write-once.ts'

/** Campaign columns without `matches_my_profile`, which is computed and selected only where it is needed. */
type OwnCampaign = Omit<Tables<'campaigns'>, 'matches_my_profile'>
export type Campaign = Omit<OwnCampaign, 'applications_waiting'>
export const isCampaignFull = ({ places_left: left }: Campaign) => left !== null && left <= 0
const WITH_PLACES = '*, places_left'
const FOR_OWNER = `${WITH_PLACES}, applications_waiting` as const
/** Columns for readers of a campaign. Of the invitations a brand reads all, and a creator only their own. */
const FOR_READERS = `${WITH_PLACES}, matches_my_profile, campaign_invitations(kol_id)` as const
export type Application = Omit<
  Tables<'campaign_applications'>,
  'applicant_record' | 'gave_place_back'
>
type CreatorRecord = CompositeTypes<'creator_record'>
type Found = Omit<Tables<'campaigns'>, 'applications_waiting'> & {
  campaign_invitations: { kol_id: string }[]
}
/** A campaign with the label of its brand. */
export type WithBrand = Found & { brand: MemberLabel | undefined }
/** An application with the card of its creator, which is missing if the market does not show the creator. */
export type WithCreator = Application & {
  applicant_record: CreatorRecord | null
  creator: MemberLabel | undefined
  card: MemberCard | undefined
}

const MOST = 100
const key = (...parts: string[]) => [...keyRoots.campaigns, ...parts]

async function withBrands(campaigns: Found[]): Promise<WithBrand[]> {
  const brands = await fetchMemberLabels(campaigns.map((each) => each.brand_id))
  return campaigns.map((each) => ({ ...each, brand: brands.get(each.brand_id) }))
}

export const ownCampaignsQuery = (brandId: string) =>
  infiniteQueryOptions({
    queryKey: key('own', brandId),
    initialPageParam: null as OwnCampaign | null,
    queryFn: ({ pageParam, signal }): Promise<OwnCampaign[]> => {
      const own = supabase.from('campaigns').select(FOR_OWNER).eq('brand_id', brandId)
      return unwrap(newestFirst(own, pageParam, MOST), signal)
    },
    getNextPageParam: lastOfEqual<OwnCampaign>(MOST),
  })

/** The state of the reader's last application to each of these campaigns. */
async function fetchStatuses(ids: string[]) {
  const applications = supabase.from('campaign_applications').select('campaign_id, status')
  const rows = await unwrap(applications.in('campaign_id', ids).order('created_at'))
  return new Map(rows.map(({ campaign_id, status }) => [campaign_id, status]))
}

export const openCampaignsQuery = () =>
  infiniteQueryOptions({
    queryKey: key('open'),
    initialPageParam: 'infinity',
    queryFn: async ({ pageParam, signal }) => {
      const open = supabase
        .from('campaigns')
        .select(FOR_READERS)
        .eq('status', 'open')
        .gt('deadline', new Date().toISOString())
        .lt('published_at', pageParam)
        .order('published_at', { ascending: false })
        .limit(MOST)
      const found = await unwrap(open, signal)
      const [campaigns, statuses] = await Promise.all([
        withBrands(found),
        fetchStatuses(found.map(({ id }) => id)),
      ])
      return campaigns.map((each) => ({ ...each, applied: statuses.get(each.id) }))
    },
    getNextPageParam: (last) => (last.length < MOST ? null : last.at(-1)?.published_at),
  })

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: key('one', id),
    queryFn: async ({ signal }): Promise<WithBrand | null> => {
      const asked = supabase.from('campaigns').select(FOR_READERS).eq('id', id)
      return (await withBrands(await unwrap(asked, signal)))[0] ?? null
    },
  })

export const myApplicationsQuery = (creatorId: string) =>
  infiniteQueryOptions({
    queryKey: key('applications', 'of', creatorId),
    initialPageParam: null as Application | null,
    queryFn: ({ pageParam, signal }): Promise<Application[]> => {
      const own = supabase.from('campaign_applications').select('*').eq('kol_id', creatorId)
      return unwrap(newestFirst(own, pageParam, MOST), signal)
    },
    getNextPageParam: lastOfEqual<Application>(MOST),
  })

/** A creator's last application to a campaign; null if there is none. */
export const myApplicationQuery = (creatorId: string, campaignId: string) =>
  queryOptions({
    queryKey: key('applications', 'of', creatorId, campaignId),
    queryFn: async ({ signal }) => {
      const asked = supabase
        .from('campaign_applications')
        .select('*, gave_place_back')
        .match({ kol_id: creatorId, campaign_id: campaignId })
        .order('created_at', { ascending: false })
        .limit(1)
      return (await unwrap(asked, signal))[0] ?? null
    },
  })

/** Condition for the applications after this one, in the order of `applicationsQuery`. */
const followingApplications = ({ status, ...last }: Application) =>
  `status.lt.${status},and(status.eq.${status},or(${newerThan(last)}))`

/** Applications to a campaign. Those without an answer come first, because the status "sent" is last in the alphabet. */
export const applicationsQuery = (campaignId: string) =>
  infiniteQueryOptions({
    queryKey: key('applications', 'to', campaignId),
    initialPageParam: null as Application | null,
    queryFn: async ({ pageParam, signal }): Promise<WithCreator[]> => {
      const first = supabase
        .from('campaign_applications')
        .select('*, applicant_record')
        .eq('campaign_id', campaignId)
        .neq('status', 'withdrawn')
        .order('status', { ascending: false })
        .order('created_at')
        .order('id')
        .limit(MOST)
      const asked = pageParam ? first.or(followingApplications(pageParam)) : first
      const list = await unwrap(asked, signal)
      const ids = list.map((each) => each.kol_id)
      const [labels, cards] = await Promise.all([fetchMemberLabels(ids), fetchMemberCards(ids)])
      return list.map((each) => ({
        ...each,
        creator: labels.get(each.kol_id),
        card: cards.get(each.kol_id),
      }))
    },
    getNextPageParam: lastOfEqual<Application>(MOST),
  })

/** Which of these creators have applied. */
export const appliedQuery = (campaignId: string, ids: string[]) =>
  queryOptions({
    queryKey: key('applications', 'among', campaignId, ...ids),
    queryFn: async ({ signal }): Promise<string[]> => {
      const applied = inParts(ids, MOST).map((part) =>
        unwrap(
          supabase
            .from('campaign_applications')
            .select('kol_id')
            .eq('campaign_id', campaignId)
            .neq('status', 'withdrawn')
            .in('kol_id', part),
          signal,
        ),
      )
      return (await Promise.all(applied)).flat().map(({ kol_id }) => kol_id)
    },
  })

/** The creators on a shortlist whom the market shows, in the order of the list. */
export const invitableQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'invitable', ids],
    queryFn: async (): Promise<MemberCard[]> => {
      const cards = await fetchMemberCards(ids)
      return ids.flatMap((id) => cards.get(id) ?? [])
    },
  })

type NotFilledIn = 'brand_id' | 'status' | 'published_at' | 'created_at' | 'updated_at'
/** All columns that a brand fills in. If a column is added, the code does not compile until the form has it. */
export type CampaignDraft = Required<Omit<TablesInsert<'campaigns'>, NotFilledIn>> & {
  filters: CreatorFilters
}

/** Saves a draft; `start` is the saved version, null for a new draft. */
async function saveDraft({
  draft,
  start,
}: {
  draft: CampaignDraft
  start: Omit<CampaignDraft, 'id'> | null
}) {
  const { id, ...fields } = draft
  const change = (changes: Partial<CampaignDraft>) =>
    unwrap(supabase.from('campaigns').update(changes).eq('id', id).select('id').single())
  if (start === null) {
    const insert = supabase.from('campaigns').insert(draft)
    return writeOnce(insert, 'campaigns_pkey', () => change(fields))
  }
  // Unchanged fields are not written, because another device may have changed them. Budget and currency are saved together.
  const changes = changedFrom(start, fields, ['budget_minor', 'currency'])
  if (Object.keys(changes).length > 0) await change(changes)
}

/** Deletes a draft. If it still exists afterwards, it was published meanwhile. */
async function deleteDraft(id: string) {
  await unwrap(supabase.from('campaigns').delete().eq('id', id))
  const left = await unwrap(supabase.from('campaigns').select('id').eq('id', id))
  if (left.length > 0) throw new AppError('campaign_not_draft', 409)
}

export type ApplyInput = {
  campaignId: string
  note: string
  packId: string | null
  price: number | null
  days: number
}

const apply = ({ campaignId, note, packId, price, days }: ApplyInput) =>
  unwrap(
    supabase.rpc('apply_to_campaign', {
      campaign_id: campaignId,
      note,
      ...(packId ? { pack_id: packId } : { price_minor: price ?? 0, delivery_days: days }),
    }),
  )

const useCampaignMutation = <Input, Output>(mutationFn: (input: Input) => Promise<Output>) =>
  useMutation({
    mutationFn,
    meta: { invalidates: [keyRoots.campaigns] },
  })

export const useSaveCampaignDraft = () => useCampaignMutation(saveDraft)
export const useDeleteCampaignDraft = () => useCampaignMutation(deleteDraft)
export const useApplyToCampaign = () => useCampaignMutation(apply)
export const usePublishCampaign = () =>
  useCampaignMutation(({ id, updated_at: seen }: Campaign) =>
    unwrap(supabase.rpc('publish_campaign', { campaign_id: id, seen })),
  )
export const useCloseCampaign = () =>
  useCampaignMutation((id: string) => unwrap(supabase.rpc('close_campaign', { campaign_id: id })))
export const useInviteToCampaign = () =>
  useCampaignMutation(({ campaignId, creatorId }: { campaignId: string; creatorId: string }) =>
    unwrap(supabase.rpc('invite_to_campaign', { campaign_id: campaignId, creator_id: creatorId })),
  )
export const useWithdrawApplication = () =>
  useCampaignMutation((id: string) =>
    unwrap(supabase.rpc('withdraw_application', { application_id: id })),
  )
export const useDeclineApplication = () =>
  useCampaignMutation(({ id, terms_hash: terms }: Pick<Application, 'id' | 'terms_hash'>) =>
    unwrap(supabase.rpc('decline_application', { application_id: id, terms })),
  )
/** Accepts an application. The application's id is the idempotency key, so accepting twice creates one order. */
export const useAcceptApplication = () =>
  useCampaignMutation(({ id, terms }: { id: string; terms: string }) =>
    orChangedTerms(
      unwrap(
        supabase.rpc('accept_application', { application_id: id, idempotency_key: id, terms }),
      ),
    ),
  )
