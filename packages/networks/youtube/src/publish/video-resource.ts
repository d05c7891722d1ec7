import type { Post } from '@social/core/platform'

import type { ReadEdit, ReadOptions } from '../options.js'

type Given<Part> = { readonly [Name in keyof Part]?: Exclude<Part[Name], undefined> }

/**
 * Removes undefined properties, so that YouTube does not receive options that the application
 * omitted.
 */
export function given<Part extends object>(part: Part): Given<Part> {
  // safe cast: the filter removes only properties whose value is undefined
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Given<Part>
}

/**
 * Builds the metadata of the upload, and the list of its parts for the `part` parameter.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21)
 *
 * `privacyStatus` is always included, because YouTube publishes immediately without it.
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

/** Groups the metadata that the caller passed by YouTube's parts, `snippet`, `status` and so on. */
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
