import { type CupName, CupView, PlacedCup } from './cup-view'
import { HeroSection } from './hero-section'
import { type Question, QuestionList } from './question-list'
import { SiteLayout, supportLink } from './site-layout-widget'
import { SlotChoiceText, WithSupport } from './slot-text'
import { StepsSection } from './steps-section'
import { StoreBadges, WaitlistLink } from './store-badges'

const cups: readonly CupName[] = [
  ...(['espresso', 'latte', 'rosetta', 'matcha', 'orange', 'tea', 'iced', 'hibiscus', 'chai', 'choc', 'lime'] as const),
]

export function HomePage() {
  return (
    <SiteLayout path="/" cups={cups}>
      <HeroSection />
      <StepsSection />
      <section className="venues" aria-labelledby="venues">
        <VenueMapView />
        <div className="wrap">
          <div className="vcard">
            <h2 id="venues">Poured by places you already walk past.</h2>
            <p>
              Partner venues set their own passes: one filter coffee a day, or ten juices a month. The app lists the
              ones near you, with today’s hours.
            </p>
            <ul className="kinds">
              {venueKinds.map(({ cup, name }) => (
                <li key={cup}>
                  <CupView name={cup} />
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <QuestionList
        title="Before your first cup"
        lead={
          <WithSupport>
            Have another question? <a href={supportLink}>Email support</a>.
          </WithSupport>
        }
        questions={homeQuestions}
      />
      <section className="dl" id="download" aria-labelledby="download-title">
        <div className="wrap">
          <div>
            <h2 id="download-title">Tomorrow’s cup starts here.</h2>
            <SlotChoiceText
              slot="waitlistPath"
              known={
                <>
                  <p>The app isn’t in the app stores yet. Join the waitlist and we’ll email you when it’s your turn.</p>
                  <p>
                    <WaitlistLink />
                  </p>
                </>
              }
              otherwise={<p>Get the app, find a pass near you, and have the first drink today.</p>}
            />
            <StoreBadges />
          </div>
          <div className="art" aria-hidden>
            <CupView name="latte" />
          </div>
        </div>
      </section>
    </SiteLayout>
  )
}

const venueKinds: readonly { cup: CupName; name: string }[] = [
  { cup: 'espresso', name: 'Espresso bars' },
  { cup: 'tea', name: 'Tea houses' },
  { cup: 'orange', name: 'Juice counters' },
  { cup: 'rosetta', name: 'Roasteries' },
  { cup: 'choc', name: 'Bakeries' },
  { cup: 'iced', name: 'Canteens' },
]

const homeQuestions: readonly Question[] = [
  {
    question: 'What counts as one drink?',
    answer:
      'Every pass lists the drinks it covers and how many you can have in a day, a week or a month. One scan at the counter uses one of them.',
  },
  {
    question: 'Where does my pass work?',
    answer:
      'At the locations named on the pass. Some passes cover one venue, some cover several branches of it. The app shows which are open now.',
  },
  {
    question: 'What if I skip a day?',
    answer:
      'Unused drinks on a daily pass don’t carry over. If you drink irregularly, choose a pass with a number of cups a month instead.',
  },
  {
    question: 'How do I pay?',
    answer: 'In the app, when you choose the pass. The price shows the currency and how often the pass renews.',
  },
  {
    question: 'Can I cancel?',
    answer: 'Yes. Cancel in the app; the pass keeps working until the end of the period you have paid for.',
  },
]

/** The rows of houses from north to south: where each begins and how wide it is; `p` marks a park. */
const rows = [
  '-300+124 -162+161 13+143 170+117 301+65 380+92p 486+138 638+100 752+72 837+153 1005+110 1295+144p 1453+149 1616+97 1727+66',
  '-300+116 -170+90 -67+60 8+121 143+137 294+149 457+152 623+161 798+153 965+62 1041+63 1118+163 1295+96 1405+141 1560+149 1722+128',
  '-300+90 -196+159p -23+86 77+84 257+76 347+120p 481+107 602+99 834+143 992+151 1157+135 1306+144 1464+113 1691+96',
  '-300+92p -194+151 -30+71p 55+124 194+74 281+151 447+111 572+131 717+97 952+159 1126+138 1277+67 1359+119 1671+164p',
  '-300+127 -159+118 -27+117 103+84 202+96p 312+130 456+137 607+138 861+120 995+131 1140+144p 1391+87 1491+110 1615+145',
  '-300+66 56+156 226+137 377+146 537+102 653+107 773+139 927+105 1046+127 1186+161 1361+66 1441+158 1613+123 1750+151',
  '-131+103 -13+64 65+135 213+153 527+150 691+94 892+80 986+68 1068+136 1311+76 1401+142 1557+102 1673+102',
  '-300+151 63+99 176+80 269+136 419+70 503+106 624+78 715+154 883+157 1054+137 1205+167 1386+142 1541+124',
  '-300+67 -219+93 -112+82 -16+79 77+123 214+86 315+110 439+131 748+155 917+141 1072+103 1189+160 1363+167 1544+133 1691+164',
  '-158+130p -14+64 65+130 208+162 384+133 531+134 679+82 775+129 919+128 1061+140p 1215+165 1394+163 1571+168',
  '-300+154 -30+93 77+163 253+98 365+106 485+66 565+89 668+144p 826+82 922+91 1027+153 1193+88p 1295+88 1397+155 1566+100 1680+165',
  '-300+134 -152+144 6+62 82+72 169+150 333+71p 418+97 529+126 669+100 783+74p 1034+124 1171+81 1267+97 1377+143 1534+130p 1678+167',
  '-300+157 -129+65 -49+95 60+68 143+112 268+155 608+97p 719+146 879+157 1050+110 1175+61 1250+139 1403+135 1551+155 1721+106',
]
const northernRow = -156
const rowStep = 78
const blockHeight = 64

const pins: readonly [cup: CupName, x: number, y: number][] = [
  ['latte', 836, 186],
  ['matcha', 1046, 128],
  ['orange', 1186, 276],
  ['espresso', 966, 366],
  ['tea', 1141, 506],
  ['iced', 806, 536],
  ['chai', 1326, 426],
  ['hibiscus', 1306, 146],
  ['rosetta', 676, 126],
  ['choc', 1276, 596],
]
const pinRadius = 44
const cupSize = 66

const blocks = rows.flatMap((row, index) =>
  row.split(' ').map((block) => {
    const [x = '', rest = ''] = block.split('+')
    return { x, y: northernRow + index * rowStep, width: rest.replace('p', ''), kind: rest.endsWith('p') ? 'p' : 'b' }
  }),
)

function VenueMapView() {
  return (
    <svg className="map" viewBox="0 0 1440 640" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g transform="rotate(-11 720 320)">
        {blocks.map(({ x, y, width, kind }) => (
          <rect key={`${x} ${y}`} className={kind} x={x} y={y} width={width} height={blockHeight} rx="9" />
        ))}
      </g>
      <path className="wtr" d="M560 -40c60 150 330 140 380 300s-120 240 60 420" />
      <path className="path" d="M845 196c60 40 60 60 128 176" />
      {pins.map(([name, x, y]) => (
        <g key={name}>
          <circle className="pin" cx={x} cy={y} r={pinRadius} />
          <circle cx={x} cy={y} r={pinRadius - 5} fill="#0F3A30" />
          <PlacedCup name={name} x={x - 32} y={y - 32} size={cupSize} />
        </g>
      ))}
    </svg>
  )
}
