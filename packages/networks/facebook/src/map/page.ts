import { pictureUrl } from '@social/core/platform'

import type { PageReply } from '../schemas.js'

/** Returns the URL of the page's picture. Null when the picture is missing or not displayable. */
export function toPicture({ picture }: PageReply): string | null {
  return pictureUrl(picture?.data.url)
}
