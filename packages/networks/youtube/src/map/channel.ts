import { pictureUrl } from '@social/core/platform'

import type { ChannelReply } from '../schemas.js'

/** Builds the URL of a channel's page. */
export function toChannelUrl(channelId: string): string {
  return `https://www.youtube.com/channel/${channelId}`
}

/**
 * Returns the first valid picture URL of a channel. A new channel has no picture for up to a day.
 */
export function toAvatarUrl({ snippet }: ChannelReply): string | null {
  const { thumbnails } = snippet ?? {}
  for (const picture of [thumbnails?.default, thumbnails?.medium, thumbnails?.high]) {
    const url = pictureUrl(picture?.url)
    if (url !== null) return url
  }
  return null
}
