import type { Visit } from '../../framework/router.js'
import { requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { etag, listJson, readParts } from '../wire/lists.js'
import { chargeUnits } from '../wire/quota.js'
import { badParameter } from '../wire/refusals.js'

/** Categories of the United States that can be assigned to a video, by category id. */
const ASSIGNABLE: Readonly<Record<string, string>> = {
  '1': 'Film & Animation',
  '2': 'Autos & Vehicles',
  '10': 'Music',
  '15': 'Pets & Animals',
  '17': 'Sports',
  '19': 'Travel & Events',
  '20': 'Gaming',
  '22': 'People & Blogs',
  '23': 'Comedy',
  '24': 'Entertainment',
  '25': 'News & Politics',
  '26': 'Howto & Style',
  '27': 'Education',
  '28': 'Science & Technology',
  '29': 'Nonprofits & Activism',
}
/** Categories that `videoCategories.list` returns but that cannot be assigned to a video. */
const OTHERS: Readonly<Record<string, string>> = { '18': 'Short Movies', '30': 'Movies', '44': 'Trailers' }

/** Returns true if the category can be assigned to a video. */
export const isAssignable = (id: string): boolean => Object.hasOwn(ASSIGNABLE, id)

/** GET /youtube/v3/videoCategories: returns the same list for every country. */
export function listCategories(state: YoutubeState, { request, url }: Visit): Response {
  requireCaller(state, request, 'read', 'V3DataVideoCategoryService.List')
  chargeUnits(state, 1)
  readParts(url.searchParams, ['snippet'])
  const region = url.searchParams.get('regionCode')
  if (region === null)
    throw badParameter(
      'missingRequiredParameter',
      'No filter selected. Expected one of: id, regionCode',
      'parameters.',
    )
  if (!/^[A-Z]{2}$/.test(region))
    throw badParameter('invalidRegionCode', 'Invalid region code.', 'regionCode')
  const items = Object.entries({ ...ASSIGNABLE, ...OTHERS }).map(([id, title]) => ({
    kind: 'youtube#videoCategory',
    etag: etag(title),
    id,
    snippet: { title, assignable: isAssignable(id), channelId: 'UCBR8-60-B28hp2BmDPdntcQ' },
  }))
  return Response.json(listJson('videoCategory', items, { total: items.length, size: items.length }))
}
