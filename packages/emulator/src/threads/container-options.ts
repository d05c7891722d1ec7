import { allows } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import type { Params } from '../meta/params.js'
import { badParameter, missingPermission } from '../meta/refusal.js'
import { characters } from '../meta/text.js'
import { threadsRefusal } from './faults.js'
import { callerOf, type ThreadsState } from './state.js'
import { linksIn, threadsLength } from './text-length.js'

const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

/**
 * Container kinds that accept each option. Options that are not listed are accepted by all kinds
 * except carousel items.
 */
const ALLOWED_KINDS: Readonly<Record<string, readonly string[]>> = {
  link_attachment: ['TEXT'],
  poll_attachment: ['TEXT'],
  text_attachment: ['TEXT'],
  gif_attachment: ['TEXT'],
  is_ghost_post: ['TEXT'],
  auto_publish_text: ['TEXT'],
  is_spoiler_media: ['IMAGE', 'VIDEO', 'CAROUSEL'],
  alt_text: ['IMAGE', 'VIDEO'],
}

/** Options that a carousel item accepts. */
const CAROUSEL_ITEM_OPTIONS = new Set([
  'media_type',
  'image_url',
  'video_url',
  'is_carousel_item',
  'alt_text',
])

function checkText(params: Params): void {
  const text = params.text('text') ?? ''
  if (threadsLength(text) > 500) throw threadsRefusal('TEXT_TOO_LONG')
  const links = new Set([
    ...linksIn(text),
    ...(params.has('link_attachment') ? [params.text('link_attachment')] : []),
  ])
  if (links.size > 5) throw threadsRefusal('LINK_LIMIT')
  params.url('link_attachment')
  const tag = params.text('topic_tag')
  if (tag !== null && (characters(tag) > 50 || /[.&]/.test(tag)))
    throw badParameter('Param topic_tag must be 1 to 50 characters without . and &')
}

function checkAttachments(params: Params): void {
  const isPair = (one: string, other: string): boolean => params.has(one) && params.has(other)
  if (isPair('poll_attachment', 'link_attachment') || isPair('poll_attachment', 'text_attachment'))
    throw badParameter('A poll cannot be combined with a link or text attachment')
  const poll = params.object('poll_attachment')
  if (poll !== null) {
    const { option_a: a, option_b: b } = poll
    const options = [a, b, poll['option_c'] ?? 'x', poll['option_d'] ?? 'x']
    if (!options.every((one) => typeof one === 'string' && one !== '' && characters(one) <= 25))
      throw badParameter('A poll has 2 to 4 options of 1 to 25 characters')
  }
  const attached = params.object('text_attachment')
  if (attached !== null) {
    const { plaintext } = attached
    if (typeof plaintext !== 'string' || plaintext === '' || characters(plaintext) > 10_000)
      throw badParameter('text_attachment.plaintext must be 1 to 10000 characters')
    if (attached['link_attachment_url'] !== undefined && params.has('link_attachment'))
      throw badParameter('Only one link attachment may be given')
  }
  const gif = params.object('gif_attachment')
  if (gif !== null && gif['provider'] !== 'GIPHY') throw badParameter('gif_attachment.provider must be GIPHY')
  const entities = params.objects('text_entities')
  if (entities.length > 10) throw badParameter('At most 10 text entities may be given')
  for (const { entity_type: type, offset, length } of entities)
    if (type !== 'SPOILER' || typeof offset !== 'number' || typeof length !== 'number')
      throw badParameter('A text entity has entity_type SPOILER, offset and length')
}

function checkGates(state: ThreadsState, { access, params }: SignedVisit): void {
  const caller = callerOf(state, access)
  const countries = params.list('allowlisted_country_codes')
  if (countries.length > 0 && !caller.geoGating) throw threadsRefusal('FEATURE_NOT_AVAILABLE')
  if (!countries.every((code) => /^[A-Z]{2}$/.test(code))) throw threadsRefusal('COUNTRY_CODES')
  const needs = (name: string, scope: string): void => {
    if (params.has(name) && !allows(state, access, scope)) throw missingPermission(scope, 10)
  }
  needs('location_id', 'threads_location_tagging')
  needs('crossreshare_to_ig', 'threads_share_to_instagram')
  needs('reply_to_id', 'threads_manage_replies')
}

/** Refuses options that do not belong to this kind of container, and invalid values. */
export function checkOptions(state: ThreadsState, visit: SignedVisit, kind: string): void {
  const { params } = visit
  const isPiece = params.boolean('is_carousel_item') ?? false
  for (const name of params.names)
    if (isPiece ? !CAROUSEL_ITEM_OPTIONS.has(name) : ALLOWED_KINDS[name]?.includes(kind) === false)
      throw badParameter(`The parameter ${name} is not supported for ${isPiece ? 'carousel items' : kind}`)
  checkText(params)
  checkAttachments(params)
  params.oneOf('reply_control', REPLY_CONTROLS)
  if (characters(params.text('alt_text') ?? '') > 1000)
    throw badParameter('Param alt_text must be at most 1000 characters long')
  for (const name of [
    'is_spoiler_media',
    'enable_reply_approvals',
    'is_ghost_post',
    'auto_publish_text',
    'crossreshare_to_ig',
    'crossreshare_to_ig_dark_mode',
  ])
    params.boolean(name)
  const isGhost = params.boolean('is_ghost_post') ?? false
  if (isGhost && (params.has('reply_to_id') || params.has('enable_reply_approvals')))
    throw badParameter('A ghost post can be no reply and takes no approvals')
  checkGates(state, visit)
}
