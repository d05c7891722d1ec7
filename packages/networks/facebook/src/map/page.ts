import { pictureUrl } from '@social/core/platform'

import type { PageReply } from '../schemas.js'

/** Picture of a page. Null when missing or not displayable. */
export function toPicture({ picture }: PageReply): string | null {
  return pictureUrl(picture?.data.url)
}
