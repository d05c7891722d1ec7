import type { OptionInfo } from '@social/core/platform'

import { TEXTS } from '../messages.js'

/** Value for an empty audience. */
const NO_ONE = 'nobody'

/** Labels, help and user messages of the post options. */
export const INFOS = {
  visibility: {
    label: { en: 'Visibility', de: 'Sichtbarkeit' },
    help: {
      en: 'Audience of the post. Without a choice the setting of the account applies.',
      de: 'Publikum des Beitrags. Ohne Auswahl gilt die Einstellung des Kontos.',
    },
    networkName: 'visibility',
    choices: {
      public: {
        label: { en: 'Public', de: 'Öffentlich' },
        help: {
          en: 'Everyone sees the post, also in public timelines.',
          de: 'Alle sehen den Beitrag, auch in öffentlichen Timelines.',
        },
      },
      unlisted: {
        label: { en: 'Quiet public', de: 'Öffentlich, nicht in Timelines' },
        help: {
          en: 'Everyone sees the post, but public timelines and searches leave it out.',
          de: 'Alle sehen den Beitrag, aber er fehlt in öffentlichen Timelines und in der Suche.',
        },
      },
      private: {
        label: { en: 'Followers', de: 'Follower' },
        help: {
          en: 'Only followers and mentioned people see the post.',
          de: 'Nur Follower und erwähnte Personen sehen den Beitrag.',
        },
      },
      direct: {
        label: { en: 'Mentioned people', de: 'Erwähnte Personen' },
        help: { en: 'Only mentioned people see the post.', de: 'Nur erwähnte Personen sehen den Beitrag.' },
      },
    },
    invalid: {
      en: 'Choose the audience of the post from the list.',
      de: 'Wähle das Publikum des Beitrags aus der Liste.',
    },
  },
  spoilerText: {
    label: { en: 'Content warning', de: 'Inhaltswarnung' },
    help: {
      en: 'Hides the text until a reader opens the post. It counts towards the length of the text.',
      de: 'Verbirgt den Text, bis jemand den Beitrag öffnet. Sie zählt zur Länge des Textes.',
    },
    networkName: 'spoiler_text',
    invalid: {
      en: 'Write a content warning, or remove it.',
      de: 'Schreibe eine Inhaltswarnung oder entferne sie.',
    },
  },
  sensitive: {
    label: { en: 'Sensitive media', de: 'Heikle Medien' },
    help: { en: 'Hides the files behind a warning.', de: 'Verbirgt die Dateien hinter einer Warnung.' },
    networkName: 'sensitive',
  },
  language: {
    label: { en: 'Language', de: 'Sprache' },
    help: { en: 'Language of the text, for example en.', de: 'Sprache des Textes, zum Beispiel de.' },
    networkName: 'language',
    invalid: { en: 'Choose the language of the text.', de: 'Wähle die Sprache des Textes.' },
  },
  quotedStatusId: {
    label: { en: 'Quoted post', de: 'Zitierter Beitrag' },
    help: {
      en: 'The post that is shown below the text. The server needs Mastodon 4.5.',
      de: 'Der Beitrag, der unter dem Text gezeigt wird. Der Server braucht Mastodon 4.5.',
    },
    networkName: 'quoted_status_id',
    invalid: { en: 'Choose a post to quote.', de: 'Wähle einen Beitrag zum Zitieren.' },
  },
  quoteApprovalPolicy: {
    label: { en: 'Allowed quotes', de: 'Erlaubte Zitate' },
    help: {
      en: 'People who can quote the post. The server needs Mastodon 4.5.',
      de: 'Personen, die den Beitrag zitieren dürfen. Der Server braucht Mastodon 4.5.',
    },
    networkName: 'quote_approval_policy',
    choices: {
      public: {
        label: { en: 'Everyone', de: 'Alle' },
        help: { en: 'Everyone can quote the post.', de: 'Alle dürfen den Beitrag zitieren.' },
      },
      followers: {
        label: { en: 'Followers', de: 'Follower' },
        help: {
          en: 'Only followers of the account can quote the post.',
          de: 'Nur Follower des Kontos dürfen den Beitrag zitieren.',
        },
      },
      [NO_ONE]: {
        label: { en: 'Only the account', de: 'Nur das Konto' },
        help: {
          en: 'No other account can quote the post.',
          de: 'Kein anderes Konto darf den Beitrag zitieren.',
        },
      },
    },
    invalid: {
      en: 'Choose who can quote the post from the list.',
      de: 'Wähle aus der Liste, wer den Beitrag zitieren darf.',
    },
  },
  focus: {
    label: { en: 'Focal points', de: 'Fokuspunkte' },
    help: {
      en: 'Part of each picture that previews always show.',
      de: 'Teil jedes Bildes, den Vorschauen immer zeigen.',
    },
    networkName: 'focus',
    invalid: {
      en: 'A focal point is not inside its picture. Choose it again.',
      de: 'Ein Fokuspunkt liegt nicht in seinem Bild. Wähle ihn neu.',
    },
  },
  thumbnail: {
    label: { en: 'Preview image', de: 'Vorschaubild' },
    help: { en: 'Preview image of each video.', de: 'Vorschaubild jedes Videos.' },
    networkName: 'thumbnail',
    onlyWith: [{ media: 'VIDEO' }],
    invalid: TEXTS.PREVIEW_IMAGE_TYPE,
  },
  poll: {
    label: { en: 'Poll', de: 'Umfrage' },
    help: { en: 'A poll below the text.', de: 'Eine Umfrage unter dem Text.' },
    networkName: 'poll',
  },
  pollChoices: {
    label: { en: 'Choices', de: 'Antworten' },
    help: { en: 'Two or more different choices.', de: 'Zwei oder mehr verschiedene Antworten.' },
    networkName: 'poll[options][]',
    required: {
      en: 'The poll has no choices. Add at least 2.',
      de: 'Die Umfrage hat keine Antworten. Füge mindestens 2 hinzu.',
    },
    invalid: {
      en: 'A poll needs at least 2 choices with a text.',
      de: 'Eine Umfrage braucht mindestens 2 Antworten mit Text.',
    },
  },
  pollDuration: {
    label: { en: 'Duration of the poll', de: 'Dauer der Umfrage' },
    help: { en: 'Time until the poll ends.', de: 'Zeit bis zum Ende der Umfrage.' },
    networkName: 'poll[expires_in]',
    unit: 'seconds',
    required: { en: 'Choose how long the poll lasts.', de: 'Wähle, wie lange die Umfrage dauert.' },
    invalid: { en: 'Choose another duration of the poll.', de: 'Wähle eine andere Dauer der Umfrage.' },
  },
  pollMultiple: {
    label: { en: 'Several choices', de: 'Mehrere Antworten' },
    help: {
      en: 'People can vote for several choices.',
      de: 'Es kann für mehrere Antworten gestimmt werden.',
    },
    networkName: 'poll[multiple]',
  },
  pollHideTotals: {
    label: { en: 'Hide the votes', de: 'Stimmen verbergen' },
    help: {
      en: 'Hides the votes until the poll ends.',
      de: 'Verbirgt die Stimmen bis zum Ende der Umfrage.',
    },
    networkName: 'poll[hide_totals]',
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
