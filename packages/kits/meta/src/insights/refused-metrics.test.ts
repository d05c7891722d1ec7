import { PlatformError } from '@social/core/platform'
import { expect, it } from 'vitest'

import { refusedMetrics } from './refused-metrics.js'

const refusal = (message: unknown) =>
  new PlatformError('No.', { platform: 'instagram', raw: { error: { code: 100, message } } })

it.each([
  ['The Media Insights API does not support the saved metric for this media product type.', ['saved']],
  ['(#100) The metric shares is not supported for this media type', ['shares']],
  ['(#100) metric[1] must be one of the following values: views, reach, shares', ['saved']],
  ['(#100) Param metric[0] must be one of the following values: views, shares - got "saved".', ['saved']],
  ['(#100) The value must be a valid insights metric', []],
  ['x'.repeat(20_000), []],
  [7, []],
])('%j refuses %j', (message, refused) => {
  expect(refusedMetrics(refusal(message), ['views', 'saved', 'shares'])).toEqual(refused)
})

it('names no metric for another error', () => {
  expect(refusedMetrics(new Error('views'), ['views'])).toEqual([])
})
