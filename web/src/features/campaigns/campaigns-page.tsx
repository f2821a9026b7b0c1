import { useProfile } from '@/shared/members/profile.tsx'
import { Page } from '@/ui/page.tsx'
import { BrandCampaigns } from './brand-campaigns.tsx'
import { CreatorCampaigns } from './creator-campaigns.tsx'

export function CampaignsPage() {
  const { profile } = useProfile()
  return <Page>{profile.role === 'kol' ? <CreatorCampaigns /> : <BrandCampaigns />}</Page>
}
