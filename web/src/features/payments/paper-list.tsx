import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearchParams } from 'wouter'
import { companyQuery } from '@/domain/money/company.ts'
import { paths } from '@/domain/paths.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { UUID } from '@/lib/uuid.ts'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { papersQuery, useDownloadPaper, type Paper } from './queries.ts'
import styles from './payments.module.css'

function PaperRow({ paper }: { paper: Paper }) {
  const { t, i18n } = useTranslation('payments')
  const { profile } = useProfile()
  const download = useDownloadPaper()
  const isOwn = paper.seller_id === profile.id
  return (
    <li>
      <span className={primitives.words}>
        <strong>
          {t(`paper_${paper.kind}`)} {paper.number}
        </strong>
        <span className={primitives.quiet}>
          {isOwn ? t('paper_to') : t('paper_from')}{' '}
          <bdi>{(isOwn ? paper.buyer : paper.seller).legal_name}</bdi>
        </span>
        <span className={primitives.quiet}>
          <TimeText value={paper.issued_at} show="date" /> ·{' '}
          <Link href={paths.order(paper.order_id)} className={styles.link}>
            {t('order')} {paper.order_number}
          </Link>
        </span>
        <Button
          variant="default"
          size="compact-sm"
          className={styles.act}
          leftSection={<Download size={14} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ paper, locale: i18n.language })}
        >
          {t('paper_download')} <span className="k-visually-hidden">{paper.number}</span>
        </Button>
      </span>
      <MoneyText minor={paper.total_minor} currency={paper.currency} />
    </li>
  )
}

/** Asks for the company data while they are missing, even before the first invoice. */
function MissingCompany() {
  const { t } = useTranslation('payments')
  const { data: company } = useQuery(companyQuery())
  if (company !== null) return null
  return (
    <p className={styles.intro}>
      {t('company_missing')}{' '}
      <Link href={paths.settings('company')} className={styles.link}>
        {t('company_add')}
      </Link>
    </p>
  )
}

/** Invoices and credit notes of the member as they were issued; only those of one order if the address names it. */
export function PaperList() {
  const { t } = useTranslation('payments')
  const { profile } = useProfile()
  const [params] = useSearchParams()
  const named = params.get('order') ?? ''
  // A typed address may contain something else than an id.
  const orderId = UUID.test(named) ? named : null
  const query = useInfiniteQuery(papersQuery(profile.id, orderId))
  const section = useRef<HTMLDivElement>(null)
  const isThere = query.isSuccess
  useEffect(() => {
    if (orderId && isThere) section.current?.scrollIntoView()
  }, [orderId, isThere])
  return (
    <div ref={section}>
      <SectionCard
        title={t('papers')}
        actions={
          orderId && (
            <Link href={paths.payments} className={styles.link}>
              {t('papers_all')}
            </Link>
          )
        }
      >
        <MissingCompany />
        <QueryView
          bare
          more="press"
          query={query}
          skeleton={<ListSkeleton rows={2} />}
          empty={{ icon: FileText, title: t('no_papers'), text: t('no_papers_text') }}
        >
          {(data) => (
            <ul className={styles.rows}>
              {data.pages.flat().map((paper) => (
                <PaperRow key={paper.id} paper={paper} />
              ))}
            </ul>
          )}
        </QueryView>
      </SectionCard>
    </div>
  )
}
