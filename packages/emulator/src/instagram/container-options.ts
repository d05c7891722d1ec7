import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { characters } from '../meta/text.js'
import { instagramRefusal } from './faults.js'
import type { Account } from './records.js'

/**
 * Kinds of containers that accept each option. `PIECE` means a carousel item of any media
 * type.
 */
const ALLOWED_KINDS: Readonly<Record<string, readonly string[]>> = {
  caption: ['IMAGE', 'REELS', 'CAROUSEL'],
  alt_text: ['IMAGE', 'PIECE'],
  user_tags: ['IMAGE', 'REELS', 'STORIES', 'PIECE'],
  collaborators: ['IMAGE', 'REELS', 'CAROUSEL'],
  location_id: ['IMAGE', 'REELS', 'CAROUSEL'],
  cover_url: ['REELS'],
  thumb_offset: ['REELS', 'PIECE'],
  share_to_feed: ['REELS'],
  audio_name: ['REELS'],
  trial_params: ['REELS'],
  is_ai_generated: ['IMAGE', 'REELS', 'STORIES', 'CAROUSEL'],
}

function checkCaption(caption: string): void {
  if (characters(caption) > 2200) throw instagramRefusal('CAPTION_TOO_LONG')
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > 30)
    throw badParameter('A caption may have at most 30 hashtags')
  if ((caption.match(/(?<![\p{L}\p{N}_])@[\w.]+/gu) ?? []).length > 20)
    throw badParameter('A caption may have at most 20 mentions')
}

function checkTags(params: Params, kind: string): void {
  const tags = params.objects('user_tags')
  if (tags.length > 20) throw instagramRefusal('TAG_COUNT')
  const isPicture = kind === 'IMAGE'
  for (const { username, x, y } of tags) {
    if (typeof username !== 'string' || username === '') throw badParameter('Each user tag needs a username')
    const hasPlace = typeof x === 'number' && typeof y === 'number'
    if (isPicture && !(hasPlace && x >= 0 && x <= 1 && y >= 0 && y <= 1))
      throw badParameter('Tags of a picture need x and y from 0.0 to 1.0')
    if (kind === 'REELS' && (x !== undefined || y !== undefined)) throw instagramRefusal('TAG_POSITION')
  }
}

function checkTrial(params: Params, account: Account): void {
  const trial = params.object('trial_params')
  if (trial === null) return
  if (trial['graduation_strategy'] !== 'MANUAL' && trial['graduation_strategy'] !== 'SS_PERFORMANCE')
    throw badParameter('trial_params.graduation_strategy must be one of {MANUAL, SS_PERFORMANCE}')
  if (account.noTrialReels) throw instagramRefusal('NO_TRIAL_REELS')
}

/**
 * @throws Refusal for an option that this kind of container does not accept, or for an invalid
 * value.
 */
export function checkOptions(account: Account, kind: string, params: Params): void {
  const isPiece = params.boolean('is_carousel_item') ?? false
  for (const [name, kinds] of Object.entries(ALLOWED_KINDS))
    if (params.has(name) && !kinds.includes(isPiece ? 'PIECE' : kind))
      throw badParameter(`The parameter ${name} is not supported for ${isPiece ? 'carousel items' : kind}`)
  const caption = params.text('caption')
  if (caption !== null) checkCaption(caption)
  if (characters(params.text('alt_text') ?? '') > 1000)
    throw badParameter('Param alt_text must be at most 1000 characters long')
  checkTags(params, kind)
  const collaborators = params.list('collaborators')
  if (collaborators.length > 3) throw badParameter('At most 3 collaborators may be invited')
  const location = params.text('location_id')
  if (location !== null && !/^\d+$/.test(location)) throw instagramRefusal('LOCATION')
  params.boolean('share_to_feed')
  params.boolean('is_ai_generated')
  const offset = params.text('thumb_offset')
  if (offset !== null && (!/^\d+$/.test(offset) || Number(offset) > 900_000))
    throw instagramRefusal('THUMB_OFFSET')
  checkTrial(params, account)
}
