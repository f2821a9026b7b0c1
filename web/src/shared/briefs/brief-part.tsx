import { Text } from '@mantine/core'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import type { Fields } from '@/lib/form.ts'
import { BriefFields } from './brief-fields.tsx'
import { BriefFilesField } from './brief-files-field.tsx'
import type { BriefInput, WrittenBrief } from '@/domain/briefs/brief-form.ts'
import { SaveTemplate, TemplatePicker } from './template-picker.tsx'
import type { BriefFiles } from '@/domain/briefs/use-brief-files.ts'

interface Props {
  /** Methods of a form that contains the fields of a brief. */
  form: Fields<BriefInput> & {
    formState: { isSubmitted: boolean }
    getValues: () => WrittenBrief
    setValue: {
      (name: keyof BriefInput, value: string, how: { shouldValidate: boolean }): void
      (name: 'stored', value: DeliveredFile[]): void
    }
    /** Returns the files that are stored already. */
    watch: (name: 'stored') => readonly DeliveredFile[]
  }
  files: BriefFiles
  /** Text above the fields. */
  note?: string | undefined
  isOptional?: boolean
}

/** The part of a form for a brief: choosing a template, the fields, and the files. */
export function BriefPart({ form, files, note, isOptional }: Props) {
  function fill(texts: BriefInput) {
    for (const name of ['goal', 'message', 'dos', 'donts', 'links'] as const)
      form.setValue(name, texts[name], { shouldValidate: form.formState.isSubmitted })
  }
  return (
    <>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <TemplatePicker read={form.getValues} fill={fill} />
      <BriefFields fieldOf={form.fieldOf} isOptional={isOptional} />
      <BriefFilesField form={form} files={files} />
      <SaveTemplate read={form.getValues} />
    </>
  )
}
