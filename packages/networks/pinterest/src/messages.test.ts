import { describe, expect, it } from 'vitest'

import * as messages from './messages.js'

const CODES = Object.entries(messages)
const OF_DEVELOPERS = /_|options\.|account\.[a-z]|https?:|pinterest\(/

describe('messages of Pinterest for people', () => {
  it.each(CODES)('%s exists in English and German, without names of the API', (_code, text) => {
    expect(Object.keys(text)).toEqual(['en', 'de'])
    for (const template of Object.values(text)) {
      const shown = String(template).replaceAll(/\{(field|limit)\}/g, 'x')
      expect(shown).not.toMatch(OF_DEVELOPERS)
      expect(shown).not.toMatch(/[{}]/)
      expect(shown).toMatch(/[.!]$/)
    }
  })

  it('are complete', () => {
    expect(CODES.map(([code]) => code).toSorted()).toMatchInlineSnapshot(`
      [
        "ALT_TEXT_INVALID",
        "BOARD_INVALID",
        "BOARD_NOT_ALLOWED",
        "BOARD_NOT_FOUND",
        "BOARD_REQUIRED",
        "COLOUR_INVALID",
        "COVER_INVALID",
        "COVER_REQUIRED",
        "COVER_TIME_INVALID",
        "COVER_WITHOUT_VIDEO",
        "EDIT_NOT_OPEN",
        "INSIGHTS_TOO_OLD",
        "LINK_INVALID",
        "PICTURES_MIXED",
        "PICTURE_REFUSED",
        "REQUEST_REFUSED",
        "SECTION_INVALID",
        "SECTION_NAME",
        "TITLE_INVALID",
        "TRIAL_ACCESS",
        "TWO_COVERS",
        "VIDEO_FAILED",
        "VIDEO_LOST",
      ]
    `)
  })
})
