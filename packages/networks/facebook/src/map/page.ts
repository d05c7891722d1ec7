import { pictureUrl } from '@social/core/platform'

import type { PageReply } from '../schemas.js'

/** The picture of a page; null when Facebook gave none that can be shown. */
export function toPicture({ picture }: PageReply): string | null {
  return pictureUrl(picture?.data.url)
}
