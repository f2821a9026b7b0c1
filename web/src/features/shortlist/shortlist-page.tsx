import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation, useSearchParams } from 'wouter'
import { fromPricesQuery } from '@/domain/market/from-prices.ts'
import { listsOf, shortlistQuery, type Shortlisted } from '@/domain/market/shortlist.ts'
import type { Member } from '@/domain/members/members.ts'
import { paths } from '@/domain/paths.ts'
import { DeclaredNote } from '@/shared/members/channel-list.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { COMPARED_MAX, useCompared } from './compared.ts'
import { Comparison } from './comparison.tsx'
import { ListForm } from './list-form.tsx'
import { ListedCard } from './listed-card.tsx'
import { listPath, Lists } from './lists.tsx'
import { NoteForm } from './note-form.tsx'
import { listedCreatorsQuery } from './queries.ts'
import styles from './shortlist.module.css'

const skeleton = <CardsSkeleton cards={4} height={170} />

interface ListProps {
  entries: Shortlisted[]
  creators: ReadonlyMap<string, Member>
  onNote: (creatorId: string) => void
  onMove: (creatorId: string) => void
}

function List({ entries, creators, onNote, onMove }: ListProps) {
  const { t } = useTranslation('shortlist')
  const shown = entries.filter(({ creator_id }) => creators.has(creator_id))
  const { compared, toggle, clear } = useCompared(shown.map(({ creator_id }) => creator_id))
  const { data: prices } = useQuery(fromPricesQuery(shown.map(({ creator_id }) => creator_id)))
  return (
    <>
      <div className={`${primitives.wrap} ${styles.compared}`}>
        <div>
          <p role="status" className={primitives.quiet}>
            {shown.length < 2
              ? null
              : compared.length < 2
                ? t('choose', { count: COMPARED_MAX })
                : t('chosen', { count: compared.length })}
          </p>
          {shown.length > 0 && <DeclaredNote at={null} />}
        </div>
        {compared.length > 0 && (
          <Button variant="default" size="xs" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </div>
      {compared.length > 1 && (
        <Comparison
          entries={shown.filter(({ creator_id }) => compared.includes(creator_id))}
          creators={creators}
        />
      )}
      <ul className={`${primitives.grid} ${styles.list}`}>
        {shown.map((entry) => {
          const creator = creators.get(entry.creator_id)
          return (
            creator && (
              <li key={creator.id}>
                <ListedCard
                  entry={entry}
                  creator={creator}
                  price={prices?.[creator.id]}
                  isCompared={compared.includes(creator.id)}
                  isFull={compared.length === COMPARED_MAX}
                  onCompare={() => toggle(creator.id)}
                  onNote={() => onNote(creator.id)}
                  onMove={() => onMove(creator.id)}
                />
              </li>
            )
          )
        })}
      </ul>
      {shown.length < entries.length && (
        <p className={primitives.quiet}>{t('gone', { count: entries.length - shown.length })}</p>
      )}
    </>
  )
}

/** The open dialog: for a note or the list of a creator, or for the new name of the open list. */
type Asked = { what: 'note' | 'move'; creatorId: string } | { what: 'rename' }

function Shortlist({ entries, creators }: Pick<ListProps, 'entries' | 'creators'>) {
  const { t } = useTranslation('shortlist')
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const lists = listsOf(entries)
  const list = lists.find((each) => each === params.get('list')) ?? ''
  const [asked, setAsked] = useState<Asked | null>(null)
  const about = asked && 'creatorId' in asked ? asked.creatorId : ''
  const entry = entries.find(({ creator_id }) => creator_id === about)
  const name = isolated(creators.get(about)?.display_name ?? '')
  const close = () => setAsked(null)
  const goTo = (next: string) => {
    close()
    navigate(listPath(next), { replace: true })
  }
  return (
    <>
      <Lists
        entries={entries}
        list={list}
        onRename={() => setAsked({ what: 'rename' })}
        onDeleted={() => goTo('')}
      />
      <List
        entries={entries.filter((each) => !list || each.list === list)}
        creators={creators}
        onNote={(creatorId) => setAsked({ what: 'note', creatorId })}
        onMove={(creatorId) => setAsked({ what: 'move', creatorId })}
      />
      <Dialog opened={asked?.what === 'note' && !!entry} onClose={close} title={t('note')}>
        {entry && <NoteForm entry={entry} name={name} onDone={close} />}
      </Dialog>
      <Dialog
        opened={asked?.what === 'move' && !!entry}
        onClose={close}
        title={t('move_named', { name })}
      >
        {entry && <ListForm creatorId={about} list={entry.list} lists={lists} onDone={close} />}
      </Dialog>
      <Dialog opened={asked?.what === 'rename'} onClose={close} title={t('list_rename')}>
        <ListForm list={list} lists={lists} onDone={goTo} />
      </Dialog>
    </>
  )
}

export function ShortlistPage() {
  const { t } = useTranslation(['shortlist', 'common'])
  const query = useQuery(shortlistQuery())
  const ids = query.data?.map(({ creator_id }) => creator_id) ?? []
  const creators = useQuery({ ...listedCreatorsQuery(ids), enabled: query.data !== undefined })
  return (
    <Page>
      <PageHeader title={t('common:nav.shortlist')} description={t('description')} />
      <QueryView
        query={query}
        skeleton={skeleton}
        empty={{
          icon: Star,
          title: t('empty_title'),
          text: t('empty_text'),
          action: (
            <LinkButton href={paths.discover} variant="filled">
              {t('common:discover_creators')}
            </LinkButton>
          ),
        }}
      >
        {(entries) => (
          <QueryView query={creators} skeleton={skeleton}>
            {(found) => <Shortlist entries={entries} creators={found} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}
