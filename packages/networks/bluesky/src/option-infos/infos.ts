import type { OptionInfo } from '@social/core/platform'

import { TEXTS } from '../messages.js'

/** Value for an empty audience. */
const NO_ONE = 'nobody'

/** Labels, help and user messages of the post options. */
export const INFOS = {
  langs: {
    label: { en: 'Languages', de: 'Sprachen' },
    help: { en: 'Languages of the text, at most 3.', de: 'Sprachen des Textes, höchstens 3.' },
    networkName: 'langs',
    invalid: { en: 'Choose 1 to 3 languages of the text.', de: 'Wähle 1 bis 3 Sprachen des Textes.' },
  },
  quote: {
    label: { en: 'Quoted post', de: 'Zitierter Beitrag' },
    help: {
      en: 'The post that is shown below the text.',
      de: 'Der Beitrag, der unter dem Text gezeigt wird.',
    },
    networkName: 'app.bsky.embed.record',
    invalid: { en: 'Choose a post to quote.', de: 'Wähle einen Beitrag zum Zitieren.' },
  },
  external: {
    label: { en: 'Link preview', de: 'Linkvorschau' },
    help: {
      en: 'A preview of a web page below the text. A picture of the post becomes its picture.',
      de: 'Eine Vorschau einer Webseite unter dem Text. Ein Bild des Beitrags wird zu ihrem Bild.',
    },
    networkName: 'app.bsky.embed.external',
    invalid: TEXTS.LINK_CARD_ADDRESS,
  },
  uri: {
    label: { en: 'Link', de: 'Link' },
    help: { en: 'Web address of the page.', de: 'Webadresse der Seite.' },
    networkName: 'uri',
    required: TEXTS.LINK_CARD_ADDRESS,
    invalid: TEXTS.LINK_CARD_ADDRESS,
  },
  title: {
    label: { en: 'Title', de: 'Titel' },
    help: { en: 'Without a title, the page is read.', de: 'Ohne Titel wird die Seite gelesen.' },
    networkName: 'title',
  },
  description: {
    label: { en: 'Description', de: 'Beschreibung' },
    help: { en: 'Text below the title.', de: 'Text unter dem Titel.' },
    networkName: 'description',
  },
  labels: {
    label: { en: 'Content warnings', de: 'Inhaltswarnungen' },
    help: {
      en: 'Warnings that readers see before the files.',
      de: 'Warnungen, die vor den Dateien gezeigt werden.',
    },
    networkName: 'labels',
  },
  labelChoice: {
    label: { en: 'Content warning', de: 'Inhaltswarnung' },
    help: {
      en: 'Warning that readers see before the files.',
      de: 'Warnung, die vor den Dateien gezeigt wird.',
    },
    networkName: 'labels.values.val',
    choices: {
      porn: {
        label: { en: 'Pornography', de: 'Pornografie' },
        help: { en: 'Explicit sexual pictures.', de: 'Eindeutig sexuelle Bilder.' },
      },
      sexual: {
        label: { en: 'Suggestive', de: 'Anzüglich' },
        help: {
          en: 'Sexually suggestive pictures without explicit nudity.',
          de: 'Sexuell anzügliche Bilder ohne eindeutige Nacktheit.',
        },
      },
      nudity: {
        label: { en: 'Nudity', de: 'Nacktheit' },
        help: {
          en: 'Nudity without a sexual intention, such as art.',
          de: 'Nacktheit ohne sexuelle Absicht, zum Beispiel Kunst.',
        },
      },
      'graphic-media': {
        label: { en: 'Graphic media', de: 'Drastische Darstellungen' },
        help: {
          en: 'Violence, injuries and other disturbing pictures.',
          de: 'Gewalt, Verletzungen und andere verstörende Bilder.',
        },
      },
    },
    invalid: {
      en: 'Choose the content warnings from the list.',
      de: 'Wähle die Inhaltswarnungen aus der Liste.',
    },
  },
  allowReplies: {
    label: { en: 'Allowed replies', de: 'Erlaubte Antworten' },
    help: {
      en: 'People who can reply to the post. Without a choice everyone can.',
      de: 'Personen, die auf den Beitrag antworten können. Ohne Auswahl können es alle.',
    },
    networkName: 'threadgate',
    choices: {
      [NO_ONE]: {
        label: { en: 'No one', de: 'Niemand' },
        help: { en: 'The post cannot be answered.', de: 'Auf den Beitrag kann niemand antworten.' },
      },
      mentioned: {
        label: { en: 'Mentioned people', de: 'Erwähnte Personen' },
        help: {
          en: 'People whom the text mentions can reply.',
          de: 'Personen, die der Text erwähnt, können antworten.',
        },
      },
      followers: {
        label: { en: 'Followers', de: 'Follower' },
        help: {
          en: 'People who follow the account can reply.',
          de: 'Personen, die dem Konto folgen, können antworten.',
        },
      },
      following: {
        label: { en: 'People the account follows', de: 'Personen, denen das Konto folgt' },
        help: {
          en: 'People whom the account follows can reply.',
          de: 'Personen, denen das Konto folgt, können antworten.',
        },
      },
    },
    invalid: {
      en: 'Choose who can reply to the post, at most 5 groups.',
      de: 'Wähle, wer auf den Beitrag antworten kann, höchstens 5 Gruppen.',
    },
  },
  allowQuotes: {
    label: { en: 'Allow quotes', de: 'Zitate erlauben' },
    help: { en: 'Other people can quote the post.', de: 'Andere können den Beitrag zitieren.' },
    networkName: 'postgate',
  },
  captions: {
    label: { en: 'Subtitles', de: 'Untertitel' },
    help: {
      en: 'Subtitles of the video as WebVTT, at most 20.',
      de: 'Untertitel des Videos als WebVTT, höchstens 20.',
    },
    networkName: 'captions',
    onlyWith: [{ media: 'VIDEO' }],
    invalid: {
      en: 'Subtitles need a language and a WebVTT file of at most 20,000 bytes.',
      de: 'Untertitel brauchen eine Sprache und eine WebVTT-Datei mit höchstens 20.000 Bytes.',
    },
  },
  captionLanguage: {
    label: { en: 'Language of the subtitles', de: 'Sprache der Untertitel' },
    help: { en: 'Language as a short code, for example en.', de: 'Sprache als Kürzel, zum Beispiel de.' },
    networkName: 'captions.lang',
    invalid: { en: 'Choose the language of the subtitles.', de: 'Wähle die Sprache der Untertitel.' },
  },
  captionText: {
    label: { en: 'Text of the subtitles', de: 'Text der Untertitel' },
    help: { en: 'Subtitles in the WebVTT format.', de: 'Untertitel im Format WebVTT.' },
    networkName: 'captions.file',
    invalid: {
      en: 'Subtitles need a WebVTT file of at most 20,000 bytes.',
      de: 'Untertitel brauchen eine WebVTT-Datei mit höchstens 20.000 Bytes.',
    },
  },
  tags: {
    label: { en: 'Tags', de: 'Schlagwörter' },
    help: {
      en: 'Further tags that the text does not show, at most 8.',
      de: 'Weitere Schlagwörter, die der Text nicht zeigt, höchstens 8.',
    },
    networkName: 'tags',
    invalid: {
      en: 'Add 1 to 8 tags with at most 64 characters each.',
      de: 'Füge 1 bis 8 Schlagwörter mit je höchstens 64 Zeichen hinzu.',
    },
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
