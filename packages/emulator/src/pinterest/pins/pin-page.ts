import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { Visit } from '../../framework/router.js'
import { usernameOf } from '../people.js'
import type { PinterestState } from '../state.js'
import { isPublic } from './pin-store.js'

/** GET /pin/:pin/: shows the public web page of a pin. */
export function showPin(state: PinterestState, { params }: Visit): Response {
  const pin = state.pins.get(params['pin'] ?? '')
  if (pin === undefined || !isPublic(state, pin))
    return htmlPage('Pinterest', '<h1>This Pin is not here</h1>', { status: 404 })
  const name = escapeHtml(usernameOf(state, pin.personId))
  const shown = pin.media.kind === 'VIDEO' ? '[video]' : `[${pin.media.pictures.length} picture(s)]`
  return htmlPage(
    'A Pin on Pinterest',
    `<article>
<h1>${escapeHtml(pin.title ?? 'Untitled')} <small>@${name}</small></h1>
<p>${shown} ${escapeHtml(pin.altText ?? '')}</p>
<p>${escapeHtml(pin.description ?? '')}</p>
<p><code>${escapeHtml(pin.link ?? '')}</code></p>
</article>`,
  )
}
