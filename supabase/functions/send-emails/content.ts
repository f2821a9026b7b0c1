import { fill, wordsOf } from './words/words.ts'

/** An e-mail as the outbox hands it out. */
export type OutboxEmail = {
  id: string
  to_email: string
  display_name: string | null
  template: string
  locale: string | null
  data: Record<string, unknown>
  unsubscribe_token: string
}

type Link = { label: string; url: string }
/** What an e-mail says, before it becomes text and HTML. */
export type Content = {
  subject: string
  paragraphs: string[]
  lists: { title: string; items: { label: string; url?: string }[] }[]
  action: Link
}
type Writer = (mail: OutboxEmail, site: string) => Content

// Types without a writer of their own say what the notification says.
const writers: Record<string, Writer> = {
  new_kol_match: match,
  order_update: order,
  digest,
}

export function contentOf(mail: OutboxEmail, site: string): Content {
  const { items, ...data } = mail.data
  const parts = list(items).map((item) => ({ ...mail, template: text(item.type), data: item }))
  return parts.length > 1 ? joined(mail, parts, site) : single({ ...mail, data }, site)
}

const single: Writer = (mail, site) => (writers[mail.template] ?? notification)(mail, site)

/** Several notifications about one subject, the newest of which gives the e-mail its title. */
function joined({ locale, data }: OutboxEmail, parts: OutboxEmail[], site: string): Content {
  const words = wordsOf(locale)
  const contents = parts.map((part) => single(part, site)).toReversed()
  const [newest] = contents
  if (!newest) throw new Error('An e-mail about nothing.')
  const total = Number(data.total ?? parts.length)
  const items: Content['lists'][number]['items'] = contents.map(({ paragraphs, action }) => ({
    label: paragraphs.join('. '),
    url: action.url,
  }))
  const more = total - parts.length
  if (more > 0) items.push({ label: fill(words.joinedMore, { count: String(more) }) })
  return {
    subject: fill(words.joinedSubject, { title: newest.subject, count: String(total - 1) }),
    paragraphs: [],
    lists: [{ title: words.joinedTitle, items }],
    action: newest.action,
  }
}

function match({ data, locale }: OutboxEmail, site: string): Content {
  const words = wordsOf(locale)
  const values = { creator: text(data.profile_name), search: text(data.saved_search_name) }
  return {
    subject: fill(words.matchSubject, values),
    paragraphs: [fill(words.matchBody, values)],
    lists: [],
    action: {
      label: fill(words.matchAction, values),
      url: `${site}/dashboard/kol-profile/${id(data.profile_id)}`,
    },
  }
}

function order(mail: OutboxEmail, site: string): Content {
  const words: Record<string, string> = wordsOf(mail.locale)
  const values = { other: text(mail.data.other_name), pack: text(mail.data.pack_title) }
  const title = words[`order_${text(mail.data.event)}`]
  const body = words[`order_${text(mail.data.event)}_body`]
  if (!title || !body) return notification(mail, site)
  return {
    ...notification(mail, site),
    subject: fill(title, values),
    paragraphs: [fill(title, values), body],
  }
}

function notification({ template, data, locale }: OutboxEmail, site: string): Content {
  const title = text(data.title)
  const message = text(data.message)
  return {
    subject: title || message,
    paragraphs: [title, message].filter((line) => line !== ''),
    lists: [],
    action: actionOf(template, data, locale, site),
  }
}

function actionOf(
  type: string,
  data: Record<string, unknown>,
  locale: string | null,
  site: string,
): Link {
  const words = wordsOf(locale)
  const page = `${site}/dashboard`
  if (type === 'new_kol_match') {
    return { label: words.defaultAction, url: `${page}/kol-profile/${id(data.profile_id)}` }
  }
  if (type === 'payment_received') return { label: words.paymentAction, url: `${page}/payments` }
  if (data.order_id) {
    const label = type === 'review_received' ? words.reviewAction : words.orderAction
    return { label, url: `${page}/orders/${id(data.order_id)}` }
  }
  if (data.campaign_id) {
    return { label: words.campaignAction, url: `${page}/campaigns/${id(data.campaign_id)}` }
  }
  if (type === 'invite_accepted')
    return { label: words.inviteAction, url: `${page}/settings/invites` }
  if (type === 'profile_approved')
    return { label: words.profileAction, url: `${page}/settings/profile` }
  return { label: words.defaultAction, url: page }
}

type Creator = { profile_id?: unknown; name?: unknown }

function digest({ data, locale }: OutboxEmail, site: string): Content {
  const words = wordsOf(locale)
  const searches = list(data.searches).map((search) => {
    const creators: Creator[] = list(search.creators)
    const total = Number(search.total ?? creators.length)
    const items = creators.map((creator) => ({
      label: text(creator.name),
      url: `${site}/dashboard/kol-profile/${id(creator.profile_id)}`,
    }))
    const more = total - creators.length
    const values = { search: text(search.saved_search_name), count: String(total) }
    return {
      title: fill(words.digestSearch, values),
      items:
        more > 0 ? [...items, { label: fill(words.digestMore, { count: String(more) }) }] : items,
    }
  })
  const others = list(data.others).map((other) => {
    const about = typeof other.data === 'object' && other.data !== null ? other.data : {}
    const { url } = actionOf(text(other.type), { ...about }, locale, site)
    return { label: [text(other.title), text(other.message)].filter(Boolean).join('. '), url }
  })
  return {
    subject: words.digestSubject,
    paragraphs: [words.digestBody],
    lists:
      others.length > 0 ? [...searches, { title: words.digestOthers, items: others }] : searches,
    action: { label: words.defaultAction, url: `${site}/dashboard/notifications` },
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
// Ids come from our own rows; they are still not trusted to be addresses.
const id = (value: unknown): string => encodeURIComponent(text(value))
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [])
