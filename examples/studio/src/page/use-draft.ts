import { useCallback, useState } from 'preact/hooks'

import type { AccountInfo, UploadInfo } from '../shared/api.js'
import { api } from './api.js'

/** A file on the draft, as the page shows it. */
export interface DraftFile {
  readonly key: string
  readonly name: string
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly previewUrl: string
  readonly altText: string
  /** Null while it is on its way to the server. */
  readonly upload: UploadInfo | null
}

/** What is being written. */
export interface DraftState {
  readonly text: string
  readonly files: readonly DraftFile[]
  /** What the date field holds; '' for now. */
  readonly publishAt: string
  readonly options: Readonly<Record<string, unknown>>
  /** One key for one draft: pressing the button twice publishes once. */
  readonly key: string
}

function emptyDraft(): DraftState {
  return { text: '', files: [], publishAt: '', options: {}, key: crypto.randomUUID() }
}

/** The draft and what changes it. */
export function useDraft(account: AccountInfo, notify: (text: string) => void) {
  const [draft, setDraft] = useState<DraftState>(emptyDraft)
  const change = useCallback(
    (part: Partial<Omit<DraftState, 'key'>>) => setDraft((before) => ({ ...before, ...part })),
    [],
  )

  const changeFile = useCallback((key: string, part: Partial<DraftFile> | null) => {
    setDraft((before) => ({
      ...before,
      files: before.files.flatMap((file) => {
        if (file.key !== key) return [file]
        return part === null ? [] : [{ ...file, ...part }]
      }),
    }))
  }, [])

  const addFile = useCallback(
    async (file: File) => {
      const key = crypto.randomUUID()
      const kind = file.type.startsWith('video/') ? 'VIDEO' : 'IMAGE'
      const added: DraftFile = {
        key,
        name: file.name,
        kind,
        previewUrl: URL.createObjectURL(file),
        altText: '',
        upload: null,
      }
      setDraft((before) => ({ ...before, files: [...before.files, added] }))
      try {
        const upload = await api.upload(file)
        changeFile(key, { upload, kind: upload.kind })
      } catch (error) {
        changeFile(key, null)
        notify(error instanceof Error ? error.message : String(error))
      }
    },
    [changeFile, notify],
  )

  const publish = async (): Promise<void> => {
    await api.publish({
      accountId: account.id,
      text: draft.text,
      media: draft.files.flatMap(({ upload, altText }) =>
        upload === null ? [] : [{ uploadId: upload.id, altText }],
      ),
      publishAt: draft.publishAt === '' ? null : new Date(draft.publishAt).toISOString(),
      options: draft.options,
      idempotencyKey: draft.key,
    })
    for (const { previewUrl } of draft.files) URL.revokeObjectURL(previewUrl)
    setDraft(emptyDraft())
  }

  return { draft, change, changeFile, addFile, publish }
}
