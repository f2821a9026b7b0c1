import {
  fill,
  noticePath,
  orderNumberOf,
  pageOf,
  renderNotice,
  type Notice,
} from '../../notices/render.ts'
import { mailPages } from '../../notices/pages.ts'
import { languageOf, type Language } from './words.ts'

/** An e-mail of the outbox: one or several notices about one subject, or a digest. */
export type OutboxEmail = {
  id: string
  to_email: string
  display_name: string | null
  template: string
  locale: string | null
  /** The notices, oldest first. A long list is cut; `notice_count` is the number before the cut. */
  notices: Notice[]
  notice_count: number
  digest: Digest | null
  /** The token of the unsubscribe link; null in a security mail, which members cannot unsubscribe from. */
  unsubscribe_token: string | null
  /** The token of the link "This was not me" in a security mail. */
  not_me_token: string | null
}

type Digest = {
  searches: {
    saved_search_name: string
    total: number
    creators: { profile_id: string; name: string }[]
  }[]
  others: Notice[]
}

type Item = { label: string; url?: string }
/** The content of an e-mail, before it becomes text and HTML. */
export type Content = {
  subject: string
  paragraphs: string[]
  lists: { title: string; items: Item[] }[]
  action: { label: string; url: string }
}

type FrameText = Exclude<keyof Language['words']['email'], 'pages'>
export type Say = (key: FrameText, values?: Record<string, string | number>) => string

/** Returns a function that gives the fixed texts of an e-mail in the reader's language. */
export function sayer({ code, words }: Language): Say {
  return (key, values = {}) => fill(words.email[key], values, { locale: code }) ?? ''
}

export function contentOf(mail: OutboxEmail, site: string): Content {
  const language = languageOf(mail.locale)
  if (mail.digest) return digest(mail.digest, language, site)
  const content = notices(mail, language, site)
  if (!mail.not_me_token) return content
  const say = sayer(language)
  const url = `${site}${mailPages.notMe}?token=${encodeURIComponent(mail.not_me_token)}`
  const items = [{ label: say('not_me'), url }]
  return { ...content, lists: [...content.lists, { title: say('not_me_title'), items }] }
}

/** The content of an e-mail with notices. The newest notice is its title. */
function notices(mail: OutboxEmail, language: Language, site: string): Content {
  const say = sayer(language)
  const [newest, ...earlier] = mail.notices.toReversed()
  if (!newest) throw new Error('An e-mail about nothing.')
  const { subject, title, message } = renderFor(newest, language)
  const url = site + noticePath(newest)
  const action = { label: language.words.email.pages[pageOf(newest.event)], url }
  if (earlier.length === 0) {
    const number = orderNumberOf(newest)
    const order = number ? say('order', { number }) : ''
    return { subject, paragraphs: [title, message, order].filter(Boolean), lists: [], action }
  }
  const items = [newest, ...earlier].map((notice) => itemOf(notice, language, site))
  const more = mail.notice_count - items.length
  if (more > 0) items.push({ label: say('joined_earlier', { count: more }) })
  return {
    subject: say('joined_subject', { title: subject, count: mail.notice_count - 1 }),
    paragraphs: [],
    lists: [{ title: say('joined_title'), items }],
    action,
  }
}

function digest({ searches, others }: Digest, language: Language, site: string): Content {
  const say = sayer(language)
  const lists = searches.map(({ saved_search_name, total, creators }) => {
    const items: Item[] = creators.map(({ profile_id, name }) => ({
      label: name,
      url: site + noticePath({ event: 'creator_matched', data: { profile_id } }),
    }))
    const more = total - creators.length
    if (more > 0) items.push({ label: say('digest_more', { count: more }) })
    return { title: say('digest_search', { search: saved_search_name, count: total }), items }
  })
  if (others.length > 0) {
    const items = others.map((notice) => itemOf(notice, language, site))
    lists.push({ title: say('digest_others'), items })
  }
  const page = { event: null, data: {} }
  return {
    subject: say('digest_subject'),
    paragraphs: [say('digest_intro')],
    lists,
    action: { label: language.words.email.pages[pageOf(null)], url: site + noticePath(page) },
  }
}

function itemOf(notice: Notice, language: Language, site: string): Item {
  const { title, message } = renderFor(notice, language)
  const text = [title, message].filter(Boolean).join(/[.!?]$/.test(title) ? ' ' : '. ')
  return {
    label: [orderNumberOf(notice), text].filter(Boolean).join(' · '),
    url: site + noticePath(notice),
  }
}

const renderFor = (notice: Notice, { code, words }: Language) =>
  renderNotice(notice, words.events, { locale: code, timeZone: 'UTC' })
