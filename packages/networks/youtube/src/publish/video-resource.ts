import type { Post } from '@social/core/platform'

import type { ReadEdit, ReadOptions } from '../options.js'

type Given<Part> = { readonly [Name in keyof Part]?: Exclude<Part[Name], undefined> }

/** Removes undefined properties: YouTube must not receive options that the application omitted. */
export function given<Part extends object>(part: Part): Given<Part> {
  // The same properties, without undefined ones.
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Given<Part>
}

/**
 * Metadata of the upload, with the parts that `part` names.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21)
 *
 * `privacyStatus` is always included: without it YouTube publishes immediately.
 */
export function toVideoResource({ text, publishAt, options }: Omit<Post<ReadOptions>, 'replyTo' | 'media'>) {
  const { snippet, status, ...ownParts } = toParts({ text, options })
  const { title, privacyStatus } = options
  return {
    snippet: { ...snippet, title, description: text },
    status: { ...status, privacyStatus, ...given({ publishAt: publishAt?.toISOString() }) },
    ...ownParts,
  }
}

/** Given metadata of a video, by YouTube's parts. */
export function toParts({ text, options }: { readonly text: string | null; readonly options: ReadEdit }) {
  const { title, tags, categoryId, defaultLanguage, recordingDate, hasPaidProductPlacement } = options
  const { madeForKids: selfDeclaredMadeForKids, privacyStatus, license } = options
  const { embeddable, publicStatsViewable, containsSyntheticMedia } = options
  const description = text ?? undefined
  return {
    snippet: given({ title, description, tags, categoryId, defaultLanguage }),
    status: given({
      privacyStatus,
      selfDeclaredMadeForKids,
      license,
      embeddable,
      publicStatsViewable,
      containsSyntheticMedia,
    }),
    ...(recordingDate !== undefined && { recordingDetails: { recordingDate: `${recordingDate}T00:00:00Z` } }),
    ...(hasPaidProductPlacement !== undefined && {
      paidProductPlacementDetails: { hasPaidProductPlacement },
    }),
  }
}
