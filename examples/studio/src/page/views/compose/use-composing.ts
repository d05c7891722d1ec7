import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

import type { Composition, Variation } from '../../../shared/compose.js'
import type { UploadInfo } from '../../../shared/posts.js'
import { messageOf } from '../../request.js'
import type { StudioState } from '../../use-studio.js'
import { composeApi } from './api.js'

const SAVE_AFTER_MS = 250
const PICKED = 'accounts'

function lastPicked(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PICKED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function emptyDraft(accountIds: readonly string[]): Composition {
  return {
    id: crypto.randomUUID(),
    text: '',
    files: [],
    accountIds,
    variations: {},
    options: {},
    publishAt: null,
  }
}

/** Returns true for a draft without content. Empty drafts are not saved. */
export function isEmpty({ text, files, variations, more = [] }: Composition): boolean {
  return (
    text.trim() === '' &&
    files.length === 0 &&
    more.every((part) => part.trim() === '') &&
    Object.values(variations).every((one) => !one.text?.trim())
  )
}

/**
 * Returns the open draft, the other drafts, and the functions that change them. Saves changes on
 * the server while a person types.
 */
export function useComposing(state: StudioState | null, notify: (text: string) => void) {
  const [draft, setDraft] = useState(() => emptyDraft(lastPicked()))
  const [others, setOthers] = useState<readonly Composition[]>([])
  const [uploading, setUploading] = useState<readonly string[]>([])
  const uploads = useRef(Promise.resolve())
  const saving = useRef(Promise.resolve())
  const removed = useRef(new Set<string>())
  const unsaved = useRef<Composition | null>(null)
  const fallback = state?.accounts[0]?.id

  // Loads the saved drafts once and opens the newest one. Afterwards this page alone changes the
  // drafts.
  const kept = useRef(false)
  useEffect(() => {
    if (state === null || kept.current) return
    kept.current = true
    const [newest, ...older] = state.drafts
    if (newest !== undefined) setDraft((now) => (isEmpty(now) ? newest : now))
    setOthers(older)
  }, [state])

  useEffect(() => {
    if (fallback !== undefined)
      setDraft((now) => (now.accountIds.length === 0 ? { ...now, accountIds: [fallback] } : now))
  }, [fallback])

  useEffect(() => {
    if (isEmpty(draft)) return undefined
    unsaved.current = draft
    const timer = setTimeout(() => {
      unsaved.current = null
      if (removed.current.has(draft.id)) return
      saving.current = composeApi.save(draft).then(
        () => undefined,
        (error: unknown) => notify(messageOf(error)),
      )
    }, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, notify])

  // Saves unsaved changes when the page closes.
  useEffect(() => {
    const leave = (): void => {
      const last = unsaved.current
      if (last !== null && !removed.current.has(last.id)) composeApi.saveAtLast(last)
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])

  const change = useCallback((part: Partial<Omit<Composition, 'id'>>) => {
    if (part.accountIds) localStorage.setItem(PICKED, JSON.stringify(part.accountIds))
    setDraft((now) => ({ ...now, ...part }))
  }, [])
  const pick = useCallback((id: string) => {
    setDraft((now) => (now.accountIds.includes(id) ? now : { ...now, accountIds: [...now.accountIds, id] }))
  }, [])
  const vary = useCallback((accountId: string, variation: Variation) => {
    setDraft((now) => ({ ...now, variations: { ...now.variations, [accountId]: variation } }))
  }, [])
  const setOptions = useCallback((accountId: string, options: Readonly<Record<string, unknown>>) => {
    setDraft((now) => ({ ...now, options: { ...now.options, [accountId]: options } }))
  }, [])

  /** Opens another draft. The previously open draft stays in the list. */
  const open = useCallback((next: Composition) => {
    setDraft((now) => {
      setOthers((all) => [
        ...(isEmpty(now) || now.id === next.id ? [] : [now]),
        ...all.filter(({ id }) => id !== next.id),
      ])
      return next
    })
  }, [])
  const addFiles = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        setUploading((names) => [...names, file.name])
        // Uploads files one after the other, so that their order is preserved.
        uploads.current = uploads.current
          .then(() => composeApi.upload(file))
          .then((upload: UploadInfo) =>
            setDraft((now) => ({ ...now, files: [...now.files, { ...upload, altText: '' }] })),
          )
          .catch((error: unknown) => notify(messageOf(error)))
          .then(() =>
            setUploading((names) =>
              names.filter((name, at) => name !== file.name || at !== names.indexOf(name)),
            ),
          )
      }
    },
    [notify],
  )

  const publish = async (accountIds: readonly string[]): Promise<void> => {
    await composeApi.publish({ ...draft, accountIds })
    setDraft(emptyDraft(accountIds))
  }
  const remove = async (id: string): Promise<void> => {
    // A save that is in progress must end before the draft is removed. Otherwise the save would
    // restore the draft.
    removed.current.add(id)
    await saving.current
    await composeApi.remove(id)
    setOthers((all) => all.filter((one) => one.id !== id))
    if (id === draft.id) setDraft(emptyDraft(draft.accountIds))
  }
  const begin = () => open(emptyDraft(draft.accountIds))

  return { draft, others, uploading, change, pick, vary, setOptions, open, begin, remove, addFiles, publish }
}

/** Drafts of the compose view, and the functions that change them. */
export type Composing = ReturnType<typeof useComposing>
