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
    'counts texts the way its limits say',
    { makePlatform: countingUnits },
    'A text of emoji that just fits was refused',
  ],
  [
    'refuses words alone where it cannot post them',
    { makePlatform: unchecked('POST_IMAGE') },
    'publish() must refuse words alone without POST_TEXT with NotSupportedError, and published it.',
  ],
  [
    'refuses a set time where it cannot schedule',
    { makePlatform: neglectingTime },
    'publish() must refuse a set time without SCHEDULE with NotSupportedError, and published it.',
  ],
  [
    'refuses posts with errors of the library alone',
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
