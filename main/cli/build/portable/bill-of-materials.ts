import type { Licence } from '../licences.ts';
import type { Target } from './targets.ts';

/** What a copy is, and what it contains. */
export type Contents = {
  readonly version: string;
  readonly licence: string;
  readonly packages: readonly Licence[];
  readonly node: Target['node'];
};

/** Returns the licences of everything inside a copy, as one text. `nodeLicence` is the text in Node's package. */
export function licenceText({ packages }: Contents, ownLicence: string, nodeLicence: string): string {
  const own = { title: 'Muster', licence: 'MIT', text: ownLicence };
  const node = { title: 'Node.js', licence: 'MIT, and those of the libraries inside it', text: nodeLicence };
  const others = packages.map(({ name, version, licence, text }) => ({
    title: `${name} ${version}`,
    licence,
    text,
  }));
  return [own, node, ...others]
    .map(({ title, licence, text }) => `${'='.repeat(78)}\n${title}: ${licence}\n\n${text.trim()}\n`)
    .join('\n');
}

/**
 * Returns the bill of materials of a copy: CycloneDX 1.6 as JSON, without a time or a serial number, so that two builds
 * are equal. Source: https://cyclonedx.org/docs/1.6/json/.
 */
export function billOfMaterials({ version, licence, packages, node }: Contents): string {
  const components = packages.map((each) => ({
    type: 'library',
    'bom-ref': purlOf(each.name, each.version),
    name: each.name,
    version: each.version,
    purl: purlOf(each.name, each.version),
    ...licensesOf(each.licence),
    ...(each.integrity === '' ? {} : { hashes: hashesOf(each.integrity) }),
  }));
  const platform = {
    type: 'platform',
    'bom-ref': purlOf(node.package, node.version),
    name: node.package,
    version: node.version,
    purl: purlOf(node.package, node.version),
    ...licensesOf('MIT'),
    hashes: hashesOf(node.integrity),
  };
  const own = { type: 'application', 'bom-ref': 'muster', name: 'muster', version, ...licensesOf(licence) };
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: own },
      components: [platform, ...components],
      dependencies: [{ ref: 'muster', dependsOn: [platform, ...components].map((each) => each['bom-ref']) }],
    },
    null,
    2,
  )}\n`;
}

/** Source: the purl specification, type npm: a scope is percent-encoded. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function licensesOf(licence: string): { licenses?: unknown[] } {
  if (licence === '') return {};
  // An expression such as "MIT OR Apache-2.0" has its own place.
  return /[ ()]/.test(licence)
    ? { licenses: [{ expression: licence }] }
    : { licenses: [{ license: { id: licence } }] };
}

function hashesOf(integrity: string): { alg: 'SHA-512'; content: string }[] {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return [{ alg: 'SHA-512', content: digest }];
}
