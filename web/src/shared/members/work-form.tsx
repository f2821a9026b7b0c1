import { Button, FileButton, Group, Input, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { PLATFORMS, platformName, type Platform } from '@/domain/market/market.ts'
import { FULL_SIDE, THUMBNAIL, WORK_TITLE_MAX, type Work } from '@/domain/members/works.ts'
import { PICTURE_TYPES } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { useDraftFiles } from '@/lib/storage/draft-files.ts'
import { drawPicture } from '@/lib/pictures.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { uploadPictures } from '@/shared/members/upload-picture.ts'
import { BlobImage } from '@/ui/blob-image.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import styles from './works.module.css'

const withScheme = (link: string) =>
  link === '' || /^https?:\/\//i.test(link) ? link : `https://${link}`

const workSchema = z.object({
  title: requiredText(textKey('settings:works.title_needed')),
  platform: z.nullable(z.string()),
  made_on: z.string(),
  link: z.string().check(
    z.trim(),
    z.refine(
      (link) => link === '' || /^https?:\/\/[^\s/@]+\.[^\s/@]+(\/\S*)?$/.test(withScheme(link)),
      textKey('settings:works.link_wrong'),
    ),
  ),
})

const writtenOf = ({ title, platform, made_on, link }: z.output<typeof workSchema>) => ({
  title: title.trim(),
  ...(platform && { platform: platform as Platform }),
  ...(made_on && { made_on }),
  ...(link && { link: withScheme(link) }),
})

const SIZES = [
  { width: FULL_SIDE, height: FULL_SIDE, fit: 'inside' },
  { ...THUMBNAIL, fit: 'cover' },
] as const

export interface Picture {
  name: string
  content: Blob
}

interface PictureProps {
  picture: Picture | null
  /** Pictures that are offered as a choice. */
  offered: Picture[]
  /** True if the work has a picture already. */
  isThere: boolean
  isMissing: boolean
  onChange: (picture: Picture) => void
}

/** Field for the picture of a work. A chosen file comes before the offered pictures. */
function PictureField({ picture, offered, isThere, isMissing, onChange }: PictureProps) {
  const { t } = useTranslation(['settings', 'common'])
  const isChosen = ({ content }: Picture) => content === picture?.content
  const shown = picture && !offered.some(isChosen) ? [picture, ...offered] : offered
  return (
    <Input.Wrapper
      label={t('common:picture')}
      description={t('works.picture_hint')}
      error={isMissing && t('works.picture_needed')}
      labelElement="div"
      required
    >
      {shown.length > 0 && (
        <div className={styles.choices} role="radiogroup" aria-label={t('common:picture')}>
          {shown.map((each, index) => (
            <label key={`${index} ${each.name}`}>
              <input
                type="radio"
                name="picture"
                className="k-visually-hidden"
                checked={isChosen(each)}
                onChange={() => onChange(each)}
              />
              <BlobImage content={each.content} alt={each.name} className={styles.picture} />
            </label>
          ))}
        </div>
      )}
      <Group gap="sm" mt={6}>
        <FileButton
          onChange={(file) => file && onChange({ name: file.name, content: file })}
          accept={PICTURE_TYPES.join(',')}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" data-autofocus>
              {t(picture || isThere ? 'works.picture_other' : 'works.picture_choose')}
            </Button>
          )}
        </FileButton>
        <span role="status">{picture?.name}</span>
      </Group>
    </Input.Wrapper>
  )
}

/** The chosen picture: an offered one, or a file, which is stored with the draft. */
function usePicture(place: string, offered: Picture[]) {
  const [[file], setFiles, forgetFiles] = useDraftFiles(place)
  const [chosen, setChosen] = useState<Picture | null>(null)
  const picture = chosen ?? (file ? { name: file.name, content: file } : offered[0]) ?? null
  const choose = (next: Picture) => {
    const { content } = next
    setChosen(content instanceof File ? null : next)
    if (content instanceof File) setFiles(() => [content])
  }
  return { picture, choose, setFiles, forgetFiles }
}

/** Mutation that draws a picture in both sizes and uploads it. As a mutation it shows its errors as a toast. */
const usePictures = (profileId: string) =>
  useMutation({
    mutationFn: async ({ content }: Picture) =>
      uploadPictures(profileId, await drawPicture(content, [...SIZES])),
  })

interface WorkFormProps {
  /** The work to edit; null for a new one. */
  work: Work | null
  /** Initial values of a new work, and pictures to choose from, which may load later. */
  start?: Omit<Work, 'image' | 'thumbnail'> & { pictures: Picture[] }
  onSave: (work: Work) => Promise<unknown>
  onDone: () => void
}

export function WorkForm({ work, start, onSave, onDone }: WorkFormProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { profile } = useProfile()
  const { order_id } = work ?? start ?? {}
  const place = `work:${work?.image ?? order_id ?? 'new'}`
  const offered = start?.pictures ?? []
  const { picture, choose, setFiles, forgetFiles } = usePicture(place, offered)
  const [isMissing, setMissing] = useState(false)
  const form = useDraftForm(
    workSchema,
    {
      title: (work ?? start)?.title ?? '',
      platform: (work ?? start)?.platform ?? null,
      made_on: (work ?? start)?.made_on ?? '',
      link: (work ?? start)?.link ?? '',
    },
    place,
  )
  const upload = usePictures(profile.id)
  const submit = form.handleSubmit(async (written) => {
    const drawn = picture && (await upload.mutateAsync(picture))
    const [image = work?.image, thumbnail = work?.thumbnail] = drawn ?? []
    if (!image || !thumbnail) return
    await onSave({ ...writtenOf(written), image, thumbnail, ...(order_id && { order_id }) })
    forgetFiles()
    onDone()
  })
  return (
    <Form
      onSubmit={(event) => {
        setMissing(!picture && !work)
        return picture || work ? submit(event) : form.trigger()
      }}
    >
      <DraftNote form={form} files={{ setFiles }} />
      <PictureField
        picture={picture}
        offered={offered}
        isThere={work !== null}
        isMissing={isMissing && !picture}
        onChange={choose}
      />
      <TextInput
        {...form.fieldOf('title')}
        label={t('common:work_title')}
        maxLength={WORK_TITLE_MAX}
        required
      />
      <Group grow align="start" preventGrowOverflow={false}>
        <Select
          {...form.controlOf('platform')}
          label={t('common:platform')}
          data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
          clearable
        />
        <TextInput {...form.fieldOf('made_on')} type="date" label={t('works.made_on')} />
      </Group>
      <TextInput
        {...form.fieldOf('link')}
        label={t('works.link')}
        placeholder="https://"
        inputMode="url"
      />
      <FormActions submit={t('common:save')} busy={form.formState.isSubmitting} onCancel={onDone} />
    </Form>
  )
}
