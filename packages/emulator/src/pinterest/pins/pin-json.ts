import { usernameOf } from '../people.js'
import type { Person, Picture, Pin } from '../records.js'
import { type PinterestState, writeTime } from '../state.js'

const SIZES = { '150x150': 150, '400x300': 400, '600x': 600, '1200x': 1200 } as const

function sizesOf({ id, width, height }: Picture): object {
  return Object.fromEntries(
    Object.entries(SIZES).map(([name, side]) => {
      const tall = width === null || height === null ? null : Math.round((side * height) / width)
      return [name, { width: side, height: tall, url: `https://i.pinimg.com/${name}/${id}.jpg` }]
    }),
  )
}

function mediaJson(state: PinterestState, { media }: Pin): object {
  if (media.kind === 'VIDEO') {
    const isReady = state.uploads.get(media.mediaId)?.status === 'succeeded'
    return {
      media_type: 'video',
      cover_image_url: `https://i.pinimg.com/600x/${media.cover?.id ?? media.mediaId}.jpg`,
      ...(media.cover && { images: sizesOf(media.cover) }),
      duration: isReady ? 12_000 : null,
      width: isReady ? 1080 : null,
      height: isReady ? 1920 : null,
      video_url: null,
    }
  }
  const [only, ...others] = media.pictures
  if (only === undefined || others.length > 0)
    return {
      media_type: 'multiple_images',
      items: media.pictures.map((picture) => ({
        item_type: 'image',
        title: picture.title,
        description: picture.description,
        link: picture.link,
        images: sizesOf(picture),
      })),
    }
  return { media_type: 'image', images: sizesOf(only) }
}

function creativeType({ media }: Pin): string {
  if (media.kind === 'VIDEO') return 'VIDEO'
  return media.pictures.length > 1 ? 'CAROUSEL' : 'REGULAR'
}

function metricsJson({ numbers }: Pin): object {
  const { impression, pinClick, clickthrough, reaction, comment, save } = numbers
  const recent = { impression, pin_click: pinClick, clickthrough, save }
  return { '90d': recent, lifetime_metrics: { ...recent, reaction, comment } }
}

/** Returns a pin in the JSON format of the API. */
export function pinJson(
  state: PinterestState,
  viewer: Person,
  pin: Pin,
  options: { readonly withMetrics?: boolean } = {},
): object {
  const owner = state.boards.get(pin.boardId)?.ownerId ?? pin.personId
  return {
    id: pin.id,
    created_at: writeTime(state, pin.createdAt),
    link: pin.link,
    title: pin.title,
    description: pin.description,
    alt_text: pin.altText,
    dominant_color: pin.dominantColor,
    board_id: pin.boardId,
    board_section_id: pin.sectionId,
    board_owner: { username: usernameOf(state, owner) },
    parent_pin_id: null,
    is_owner: pin.personId === viewer.id,
    is_standard: true,
    has_been_promoted: false,
    creative_type: creativeType(pin),
    media: mediaJson(state, pin),
    pin_metrics: options.withMetrics === true ? metricsJson(pin) : null,
  }
}
