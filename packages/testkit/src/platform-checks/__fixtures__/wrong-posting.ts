import * as v from 'valibot'

import { wrong, type WrongPlatform } from './wrong.js'
import { bareErrors, countingUnits, cuttingOff, neglectingTime, unchecked } from './wrong-methods.js'

export const WRONG_POSTING: readonly WrongPlatform[] = [
  [
    'refuses a text that is too long, and sends nothing',
    { makePlatform: cuttingOff },
    'publish() must refuse a text that is one letter too long with InvalidPostError, and published it.',
  ],
  [
    'counts texts in the unit of its limits',
    { makePlatform: countingUnits },
    'A text of emoji that just fits was refused',
  ],
  [
    'refuses text-only posts without POST_TEXT',
    { makePlatform: unchecked('POST_IMAGE') },
    'publish() must refuse a text-only post without POST_TEXT with NotSupportedError, and published it.',
  ],
  [
    'refuses a publish time without SCHEDULE',
    { makePlatform: neglectingTime },
    'publish() must refuse a publish time without SCHEDULE with NotSupportedError, and published it.',
  ],
  [
    'refuses posts only with errors of the library',
    { makePlatform: bareErrors },
    'publish() must refuse 3 pictures with an error of the library, not Error: too many',
  ],
  [
    'refuses unknown and snake_case names of options',
    wrong({ postOptions: v.looseObject({ altLanguage: v.optional(v.string()) }) }),
    'The option "alt_language" must be refused: it is altLanguage.',
  ],
  [
    'refuses unknown and snake_case names of options',
    wrong({ postOptions: v.strictObject({ alt_language: v.optional(v.string()) }) }),
    'The option "alt_language" must be camelCase',
  ],
]
