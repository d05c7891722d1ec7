import type { OptionInfo } from '@social/core/platform'

/** Descriptions of the post options, for forms and messages. */
export const INFO = {
  carousel: {
    label: { en: 'Carousel', de: 'Karussell' },
    help: {
      en: 'Refuses a post with fewer than two files. Two or more files always become a carousel.',
      de: 'Lehnt einen Beitrag mit weniger als zwei Dateien ab. Ab zwei Dateien entsteht immer ein Karussell.',
    },
    networkName: 'media_type',
  },
  replyControl: {
    label: { en: 'People who can reply', de: 'Wer antworten darf' },
    help: {
      en: 'People who are allowed to reply. Default: everyone.',
      de: 'Personen, die antworten dürfen. Standard: alle.',
    },
    networkName: 'reply_control',
    choices: {
      everyone: {
        label: { en: 'Everyone', de: 'Alle' },
        help: { en: 'All people on Threads can reply.', de: 'Alle auf Threads können antworten.' },
      },
      accounts_you_follow: {
        label: { en: 'Accounts you follow', de: 'Konten, denen du folgst' },
        help: {
          en: 'Only accounts that this account follows can reply.',
          de: 'Nur Konten, denen dieses Konto folgt, können antworten.',
        },
      },
      mentioned_only: {
        label: { en: 'Mentioned accounts only', de: 'Nur erwähnte Konten' },
        help: {
          en: 'Only accounts that the text mentions can reply.',
          de: 'Nur Konten, die der Text erwähnt, können antworten.',
        },
      },
      parent_post_author_only: {
        label: { en: 'Only the author of the parent post', de: 'Nur der Autor des übergeordneten Beitrags' },
        help: {
          en: 'Only the author of the post above can reply.',
          de: 'Nur der Autor des Beitrags darüber kann antworten.',
        },
      },
      followers_only: {
        label: { en: 'Your followers only', de: 'Nur deine Follower' },
        help: {
          en: 'Only followers of this account can reply.',
          de: 'Nur Follower dieses Kontos können antworten.',
        },
      },
    },
  },
  topicTag: {
    label: { en: 'Topic', de: 'Thema' },
    help: {
      en: 'Topic of the post. Default: the first tag in the text.',
      de: 'Thema des Beitrags. Standard: das erste Schlagwort im Text.',
    },
    networkName: 'topic_tag',
    invalid: {
      en: 'The topic needs 1 to 50 characters, without a period and without &.',
      de: 'Das Thema braucht 1 bis 50 Zeichen, ohne Punkt und ohne &.',
    },
  },
  linkAttachment: {
    label: { en: 'Link preview', de: 'Linkvorschau' },
    help: {
      en: 'Link with a preview below a text. Default: the first link in the text.',
      de: 'Link mit Vorschau unter einem Text. Standard: der erste Link im Text.',
    },
    networkName: 'link_attachment',
    invalid: {
      en: 'Enter a complete link for the preview.',
      de: 'Gib einen vollständigen Link für die Vorschau ein.',
    },
  },
  quotePostId: {
    label: { en: 'Quoted post', de: 'Zitierter Beitrag' },
    help: { en: 'Post that this post quotes.', de: 'Beitrag, den dieser Beitrag zitiert.' },
    networkName: 'quote_post_id',
  },
  poll: {
    label: { en: 'Poll', de: 'Umfrage' },
    help: {
      en: 'Poll below a text, with 2 to 4 choices of at most 25 characters.',
      de: 'Umfrage unter einem Text, mit 2 bis 4 Antworten von höchstens 25 Zeichen.',
    },
    networkName: 'poll_attachment',
  },
  pollChoices: {
    label: { en: 'Choices', de: 'Antworten' },
    help: {
      en: '2 to 4 choices with at most 25 characters each.',
      de: '2 bis 4 Antworten mit je höchstens 25 Zeichen.',
    },
    networkName: 'poll_attachment',
    required: {
      en: 'The poll has no choices. Add at least 2.',
      de: 'Die Umfrage hat keine Antworten. Füge mindestens 2 hinzu.',
    },
    invalid: {
      en: 'A poll on Threads has 2 to 4 choices with at most 25 characters each. Change the choices.',
      de: 'Eine Umfrage auf Threads hat 2 bis 4 Antworten mit je höchstens 25 Zeichen. Ändere die Antworten.',
    },
  },
  isSpoilerMedia: {
    label: { en: 'Hide the files', de: 'Dateien verdecken' },
    help: {
      en: 'Hides every picture and video until a reader taps it.',
      de: 'Verdeckt jedes Bild und Video, bis ein Leser darauf tippt.',
    },
    networkName: 'is_spoiler_media',
  },
  spoilers: {
    label: { en: 'Hidden parts of the text', de: 'Verdeckte Stellen im Text' },
    help: {
      en: 'Parts of the text that are hidden until a reader taps them.',
      de: 'Stellen im Text, die verdeckt sind, bis ein Leser darauf tippt.',
    },
    networkName: 'text_entities',
  },
  spoilerStart: {
    label: { en: 'Start', de: 'Anfang' },
    help: {
      en: 'Position of the first hidden character in the text, counted from 0.',
      de: 'Position des ersten verdeckten Zeichens im Text, gezählt ab 0.',
    },
    networkName: 'text_entities.offset',
    unit: 'UTF-16 units',
  },
  spoilerEnd: {
    label: { en: 'End', de: 'Ende' },
    help: {
      en: 'Position after the last hidden character in the text.',
      de: 'Position nach dem letzten verdeckten Zeichen im Text.',
    },
    networkName: 'text_entities.length',
    unit: 'UTF-16 units',
  },
  gifId: {
    label: { en: 'GIF', de: 'GIF' },
    help: { en: 'GIF of Giphy below a text.', de: 'GIF von Giphy unter einem Text.' },
    networkName: 'gif_attachment',
  },
  enableReplyApprovals: {
    label: { en: 'Approve replies', de: 'Antworten freigeben' },
    help: {
      en: 'Holds replies until the account approves them.',
      de: 'Hält Antworten zurück, bis das Konto sie freigibt.',
    },
    networkName: 'enable_reply_approvals',
  },
  allowlistedCountryCodes: {
    label: { en: 'Countries', de: 'Länder' },
    help: {
      en: 'Countries in which the post is visible. Only some accounts have this.',
      de: 'Länder, in denen der Beitrag sichtbar ist. Nur einige Konten haben das.',
    },
    networkName: 'allowlisted_country_codes',
    invalid: {
      en: 'Enter each country with its two capital letters, such as US.',
      de: 'Gib jedes Land mit seinen zwei Großbuchstaben an, zum Beispiel US.',
    },
  },
  locationId: {
    label: { en: 'Location', de: 'Ort' },
    help: { en: 'Place of the post.', de: 'Ort des Beitrags.' },
    networkName: 'location_id',
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
