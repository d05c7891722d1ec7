import type { OptionInfo } from '@social/core/platform'

import { TEXTS } from '../messages.js'

/** Labels, help and user messages of the post options. */
export const INFOS = {
  replySettings: {
    label: { en: 'Allowed replies', de: 'Erlaubte Antworten' },
    help: { en: 'People who can reply to the post.', de: 'Personen, die auf den Beitrag antworten können.' },
    networkName: 'reply_settings',
    choices: {
      everyone: {
        label: { en: 'Everyone', de: 'Alle' },
        help: { en: 'All people on X can reply.', de: 'Alle auf X können antworten.' },
      },
      mentionedUsers: {
        label: { en: 'Mentioned people', de: 'Erwähnte Personen' },
        help: {
          en: 'Only people whom the text mentions can reply.',
          de: 'Nur Personen, die der Text erwähnt, können antworten.',
        },
      },
      following: {
        label: { en: 'People the account follows', de: 'Personen, denen das Konto folgt' },
        help: {
          en: 'Only people whom the account follows can reply, and mentioned people.',
          de: 'Nur Personen, denen das Konto folgt, und erwähnte Personen können antworten.',
        },
      },
      subscribers: {
        label: { en: 'Subscribers of the account', de: 'Abonnenten des Kontos' },
        help: {
          en: 'Only paying subscribers of the account can reply, and mentioned people.',
          de: 'Nur zahlende Abonnenten des Kontos und erwähnte Personen können antworten.',
        },
      },
      verified: {
        label: { en: 'Verified accounts', de: 'Verifizierte Konten' },
        help: {
          en: 'Only verified accounts can reply, and mentioned people.',
          de: 'Nur verifizierte Konten und erwähnte Personen können antworten.',
        },
      },
    },
    invalid: {
      en: 'Choose who can reply to the post from the list.',
      de: 'Wähle aus der Liste, wer auf den Beitrag antworten kann.',
    },
  },
  quoteTweetId: {
    label: { en: 'Quoted post', de: 'Zitierter Beitrag' },
    help: {
      en: 'The post that is shown below the text. X requires an Enterprise plan for quotes.',
      de: 'Der Beitrag, der unter dem Text gezeigt wird. X verlangt für Zitate einen Enterprise-Tarif.',
    },
    networkName: 'quote_tweet_id',
    invalid: {
      en: 'Choose a post of X to quote. A quote and a poll do not fit in one post.',
      de: 'Wähle einen Beitrag von X zum Zitieren. Ein Zitat und eine Umfrage passen nicht in einen Beitrag.',
    },
  },
  poll: {
    label: { en: 'Poll', de: 'Umfrage' },
    help: { en: 'A poll below the text.', de: 'Eine Umfrage unter dem Text.' },
    networkName: 'poll',
  },
  pollChoices: {
    label: { en: 'Choices', de: 'Antworten' },
    help: {
      en: '2 to 4 choices with at most 25 characters each.',
      de: '2 bis 4 Antworten mit je höchstens 25 Zeichen.',
    },
    networkName: 'poll.options',
    required: {
      en: 'The poll has no choices. Add at least 2.',
      de: 'Die Umfrage hat keine Antworten. Füge mindestens 2 hinzu.',
    },
    invalid: {
      en: 'A poll on X has 2 to 4 choices with at most 25 characters each. Change the choices.',
      de: 'Eine Umfrage auf X hat 2 bis 4 Antworten mit je höchstens 25 Zeichen. Ändere die Antworten.',
    },
  },
  pollDuration: {
    label: { en: 'Duration of the poll', de: 'Dauer der Umfrage' },
    help: { en: 'From 5 minutes to 7 days.', de: 'Von 5 Minuten bis 7 Tage.' },
    networkName: 'poll.duration_minutes',
    unit: 'minutes',
    required: { en: 'Choose how long the poll lasts.', de: 'Wähle, wie lange die Umfrage dauert.' },
    invalid: {
      en: 'A poll on X lasts from 5 minutes to 7 days. Choose another duration.',
      de: 'Eine Umfrage auf X dauert 5 Minuten bis 7 Tage. Wähle eine andere Dauer.',
    },
  },
  taggedUserIds: {
    label: { en: 'Tagged people', de: 'Markierte Personen' },
    help: {
      en: 'People in the pictures, at most 10. X leaves out people who do not allow tags.',
      de: 'Personen auf den Bildern, höchstens 10. X lässt Personen weg, die keine Markierungen erlauben.',
    },
    networkName: 'media.tagged_user_ids',
    onlyWith: [{ media: 'IMAGE' }],
    invalid: { en: 'Tag 1 to 10 people of X.', de: 'Markiere 1 bis 10 Personen von X.' },
  },
  madeWithAi: {
    label: { en: 'Made with AI', de: 'Mit KI erstellt' },
    help: {
      en: 'Declares that the post was made with AI.',
      de: 'Gibt an, dass der Beitrag mit KI erstellt wurde.',
    },
    networkName: 'made_with_ai',
  },
  paidPartnership: {
    label: { en: 'Paid partnership', de: 'Bezahlte Partnerschaft' },
    help: {
      en: 'Declares that the post is a paid partnership.',
      de: 'Gibt an, dass der Beitrag eine bezahlte Partnerschaft ist.',
    },
    networkName: 'paid_partnership',
  },
  communityId: {
    label: { en: 'Community', de: 'Community' },
    help: {
      en: 'The community of the post. The account has to be a member.',
      de: 'Die Community des Beitrags. Das Konto muss Mitglied sein.',
    },
    networkName: 'community_id',
    invalid: { en: 'Choose a community of X.', de: 'Wähle eine Community von X.' },
  },
  shareWithFollowers: {
    label: { en: 'Show to followers', de: 'Followern zeigen' },
    help: {
      en: 'Also shows a post of a community to the followers of the account.',
      de: 'Zeigt einen Beitrag einer Community auch den Followern des Kontos.',
    },
    networkName: 'share_with_followers',
    onlyWith: [{ option: 'communityId' }],
    invalid: TEXTS.FOLLOWERS_WITHOUT_COMMUNITY,
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
