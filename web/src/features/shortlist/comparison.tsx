import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { languagesOf, platformName } from '@/domain/market/market.ts'
import { OTHER_LISTS, wordLabel } from '@/domain/market/member-lists.ts'
import type { Shortlisted } from '@/domain/market/shortlist.ts'
import type { Member } from '@/domain/members/members.ts'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { compactNumber } from '@/lib/i18n/time.ts'
import { MemberText } from '@/ui/member-text.tsx'
import { packOffersQuery, type PackOffer } from './queries.ts'
import styles from './shortlist.module.css'

type Column = { creator: Member; note: string; offers: PackOffer[] }

/** The lowest price in each currency, because amounts of different currencies cannot be compared. */
function Prices({ offers }: { offers: PackOffer[] }) {
  const { t } = useTranslation('shortlist')
  const currencies = [...new Set(offers.map(({ currency }) => currency))]
  if (currencies.length === 0) return t('no_packs')
  return currencies.map((currency) => (
    <div key={currency}>
      <MoneyText
        minor={Math.min(
          ...offers.filter((one) => one.currency === currency).map((one) => one.price_minor),
        )}
        currency={currency}
      />
    </div>
  ))
}

function useRows(): [label: string, cell: (column: Column) => ReactNode][] {
  const { t, i18n } = useTranslation(['shortlist', 'common', 'creator-profile'])
  return [
    [
      t('common:rating'),
      ({ creator }) => <RatingText rating={creator.rating} count={creator.review_count} />,
    ],
    [
      t('creator-profile:followers'),
      ({ creator }) => compactNumber(creator.follower_total, i18n.language),
    ],
    [t('completed'), ({ creator }) => creator.completed_orders],
    [t('from'), ({ offers }) => <Prices offers={offers} />],
    [
      t('fastest'),
      ({ offers }) =>
        offers.length > 0
          ? t('common:days', { count: Math.min(...offers.map((one) => one.delivery_days)) })
          : t('no_packs'),
    ],
    [t('common:language'), ({ creator }) => languagesOf(creator, i18n.language)],
    [
      t('common:lists.platforms.name'),
      ({ creator }) => creator.platforms.map(platformName).join(', '),
    ],
    ...OTHER_LISTS.map((list): [string, (column: Column) => ReactNode] => [
      t(`common:lists.${list}.name`),
      ({ creator }) => creator[list].map((word) => wordLabel(list, word)).join(', '),
    ]),
    [t('note'), ({ note }) => note && <MemberText text={note} />],
  ]
}

interface Props {
  entries: Shortlisted[]
  creators: ReadonlyMap<string, Member>
}

/** Table that compares creators. On a phone it scrolls inside its own box, which can be focused by keyboard. */
export function Comparison({ entries, creators }: Props) {
  const { t } = useTranslation(['shortlist', 'common'])
  const rows = useRows()
  const { data: offers = [] } = useQuery(packOffersQuery(entries.map((entry) => entry.creator_id)))
  const columns = entries.flatMap(({ creator_id, note }): Column[] => {
    const creator = creators.get(creator_id)
    const own = offers.filter((one) => one.kol_id === creator_id)
    return creator ? [{ creator, note, offers: own }] : []
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls
    <section className={styles.box} aria-label={t('comparison')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('common:role.kol')}</th>
            {columns.map(({ creator }) => (
              <th key={creator.id} scope="col">
                <Link href={paths.creator(creator.id)}>{isolated(creator.display_name)}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map((column) => (
                <td key={column.creator.id}>{cell(column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
