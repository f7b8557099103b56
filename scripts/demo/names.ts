/** Names of the many places that a shop's clients come from. `native=latin` where the script differs. */

export interface Origin {
  /** How common among the clients. */
  share: number;
  given: readonly string[];
  family: readonly string[];
  /** How the two are put together; "given family" by default. */
  order?: 'family given' | 'familygiven';
}

const list = (names: string): readonly string[] => names.split('|');

export const origins: readonly Origin[] = [
  {
    share: 34,
    given: list(
      'James|Mary|Robert|Patricia|John|Jennifer|Michael|Linda|David|Elizabeth|William|Barbara|Richard|Susan|Joseph|Jessica|Thomas|Sarah|Charles|Karen|Daniel|Nancy|Matthew|Betty|Anthony|Margaret|Mark|Ashley|Donald|Emily|Steven|Kimberly|Andrew|Donna|Paul|Carol|Joshua|Michelle|Kenneth|Amanda|Kevin|Melissa|Brian|Deborah|Ruth|Walter|Grace|Mary-Jane|Terrence|DeShawn',
    ),
    family: list(
      "Smith|Johnson|Williams|Brown|Jones|Davis|Miller|Wilson|Moore|Taylor|Anderson|Jackson|White|Harris|Thompson|Lewis|Walker|Hall|Young|King|Wright|Hill|Scott|Green|Adams|Baker|Nelson|Carter|Mitchell|Roberts|Turner|Phillips|Campbell|Parker|Evans|Edwards|Collins|Stewart|Morris|Rogers|Reed|Cook|Morgan|Bell|Bailey|Cooper|Ward|Brooks|Hayes|Fletcher|Whitcomb|Thibodeau|Merriam|D'Arcy|St. Clair|Ashby-Hale",
    ),
  },
  {
    share: 6,
    given: list('Siobhán|Seán|Niamh|Conor|Aoife|Liam|Róisín|Declan|Maeve|Cormac|Orla|Pádraig'),
    family: list(
      "O'Brien|O'Connor|O'Neill|Murphy|Kelly|Byrne|Ryan|Doyle|McCarthy|Gallagher|O’Sullivan|MacNamara|Ní Dhomhnaill",
    ),
  },
  {
    share: 13,
    given: list(
      'José|María|Juan|Carmen|Luis|Ana|Carlos|Sofía|Jesús|Lucía|Miguel|Paula|Ángel|Inés|Andrés|Begoña|Ramón|Ximena',
    ),
    family: list(
      'García|Rodríguez|Martínez|Hernández|López|González|Pérez|Sánchez|Ramírez|Torres|Núñez|Peña|Muñoz|Castañeda|Ibáñez|de la Cruz|García Márquez|Ruiz y Picasso',
    ),
  },
  {
    share: 5,
    given: list('Giulia|Marco|Chiara|Luca|Francesca|Matteo|Nicolò|Alessandra|Pietro|Bianca'),
    family: list(
      "Rossi|Russo|Ferrari|Esposito|Bianchi|Romano|Ricci|De Luca|D'Angelo|Dell'Acqua|Forlì",
    ),
  },
  {
    share: 5,
    given: list('Jürgen|Sabine|Günther|Käthe|Matthias|Jörg|Anneliese|Uwe|Björn|Hannelore'),
    family: list('Müller|Schröder|Weiß|Groß|Köhler|Bäcker|von der Heide|Krüger|Schäfer|Vogt|Jäger'),
  },
  {
    share: 4,
    given: list('François|Hélène|Loïc|Chloé|Gérard|Noémie|Anaïs|Rémi|Zoë|Benoît'),
    family: list(
      "Lefèvre|Dubois|d'Estaing|Bélanger|Côté|Gagné|L'Écuyer|Pelletier|Desrosiers|Beauséjour",
    ),
  },
  {
    share: 4,
    given: list('Łukasz|Małgorzata|Wojciech|Agnieszka|Paweł|Grażyna|Michał|Żaneta'),
    family: list(
      'Wójcik|Kowalczyk|Wiśniewska|Dąbrowski|Zieliński|Szczęsny|Łuczak|Brzęczyszczykiewicz',
    ),
  },
  {
    share: 3,
    given: list('Bjørn|Åse|Søren|Ingrid|Håkon|Märta|Øyvind|Astrid|Þórdís|Guðrún'),
    family: list('Sørensen|Ångström|Bjørnstad|Lindqvist|Håkansson|Nygård|Jónsdóttir|Þorsteinsson'),
  },
  {
    share: 3,
    given: list('João|Conceição|Luís|Inês|Gonçalo|Beatriz|Simão|Luísa'),
    family: list(
      'Gonçalves|Araújo|Conceição|Simões|Guimarães|dos Santos|Magalhães|da Silva e Sousa',
    ),
  },
  {
    share: 2,
    given: list('Jiří|Tereza|Ondřej|Zdeňka|Václav|Božena|Ľubomír|Ștefan|Ioana'),
    family: list('Dvořák|Nováková|Svoboda|Černý|Růžička|Šťastný|Hruška|Ionescu|Țurcanu'),
  },
  {
    share: 2,
    given: list('Çağla|Oğuzhan|Şebnem|İbrahim|Ayşe|Gökhan|Işıl|Tuğba'),
    family: list('Yılmaz|Öztürk|Şahin|Çelik|Güneş|Doğan|Aydın|Karaağaç'),
  },
  {
    share: 3,
    given: list('Thị Hương|Văn Đức|Minh Tuấn|Ngọc Ánh|Quốc Bảo|Thuỳ Linh'),
    family: list('Nguyễn|Trần|Lê|Phạm|Đặng|Bùi|Hoàng|Vũ'),
    order: 'family given',
  },
  {
    share: 3,
    given: list('Wei|Xiaoming|Li Na|Jun|Meiling|Zhiqiang|Yan|Guofeng'),
    family: list('Wang|Li|Zhang|Liu|Chen|Yang|Huang|Lü|Zhao'),
  },
  {
    share: 1,
    given: list('小明=xiaoming|丽华=lihua|建国=jianguo|秀英=xiuying|志强=zhiqiang'),
    family: list('王=wang|李=li|張=zhang|欧阳=ouyang|陈=chen'),
    order: 'familygiven',
  },
  {
    share: 1.2,
    given: list('花子=hanako|太郎=taro|健一=kenichi|美咲=misaki|さくら=sakura'),
    family: list('田中=tanaka|佐藤=sato|鈴木=suzuki|髙橋=takahashi|渡邊=watanabe'),
    order: 'family given',
  },
  {
    share: 1.3,
    given: list('민준=minjun|서연=seoyeon|지훈=jihoon|하은=haeun'),
    family: list('김=kim|이=lee|박=park|최=choi|정=jung'),
    order: 'familygiven',
  },
  {
    share: 4,
    given: list('Priya|Rajesh|Ananya|Sanjay|Lakshmi|Arjun|Deepa|Vikram|Meenakshi|Harpreet'),
    family: list(
      'Patel|Sharma|Singh|Iyer|Krishnamurthy|Venkataraman|Reddy|Chatterjee|Gill|Balasubramanian',
    ),
  },
  {
    share: 1.6,
    given: list(
      'محمد=mohammed|فاطمة=fatima|أحمد=ahmad|ليلى=layla|يوسف=yousef|نور=noor|عبد الرحمن=abdulrahman',
    ),
    family: list(
      'الخطيب=alkhatib|حداد=haddad|المصري=almasri|النجار=alnajjar|بن سعيد=binsaid|عبّاس=abbas',
    ),
  },
  {
    share: 1.4,
    given: list('Amira|Khalid|Yasmin|Omar|Rania|Tariq|Hanan|Bilal'),
    family: list('al-Sayed|Haddad|Nasser|Abu Zayd|Mansour|el-Amin|Khoury|ibn Rashid'),
  },
  {
    share: 1.1,
    given: list('נועה=noa|יעקב=yaakov|מרים=miriam|דוד=david|תמר=tamar|אברהם=avraham'),
    family: list('כהן=cohen|לוי=levi|מזרחי=mizrahi|פרידמן=friedman|בן־דוד=bendavid|שפירא=shapira'),
  },
  {
    share: 1.2,
    given: list('Ольга=olga|Иван=ivan|Наталья=natalia|Дмитрий=dmitry|Анна=anna|Сергей=sergei'),
    family: list(
      'Кузнецова=kuznetsova|Соколов=sokolov|Петренко=petrenko|Шевченко=shevchenko|Щукин=shchukin',
    ),
  },
  {
    share: 1,
    given: list('Ελένη=eleni|Γιώργος=giorgos|Μαρία=maria|Νίκος=nikos'),
    family: list('Παπαδόπουλος=papadopoulos|Οικονόμου=oikonomou|Γεωργίου=georgiou|Χατζής=chatzis'),
  },
  {
    share: 0.8,
    given: list('Kalani|Leilani|Keʻalohi|Kaʻimi|Noelani'),
    family: list('Kahananui|Kamakawiwoʻole|Kealoha|Nāone|Kūkahiko'),
  },
  {
    share: 1.8,
    given: list('Chinedu|Adaeze|Oluwaseun|Ngozi|Babatunde|Amina|Kwame|Abena'),
    family: list('Okafor|Adébáyọ̀|Nwosu|Ọládélé|Mensah|Diallo|Eze|Ndiaye'),
  },
];

export const streets = list(
  'Larch Street|Bellhammer Road|Old Ferry Lane|Cooper’s Row|Millpond Avenue|Lanternwick Street|Juniper Court|Saltmarsh Road|Candlewood Drive|Quarterdeck Way|Thistledown Lane|Whetstone Avenue|North Pendulum Street|Gooseneck Hill Road|St. Aldhelm Place|Escapement Alley',
);

/** Towns that are on no map. */
export const towns = list(
  'Harrow Falls, ME|Pinmark, ME|East Tidewell, ME|Bracken Notch, NH|Lower Ashcombe, VT|Port Merriden, MA|New Selkirk, MA|Cinder Bay, CT|Oxbow Landing, NY|Gull Point, RI',
);
