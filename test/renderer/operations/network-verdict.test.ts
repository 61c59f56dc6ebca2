import { expect, test } from 'vitest';

import { factsOf } from '../../../renderer/network/reach/check-facts.ts';
import {
  bySeverity,
  pathOf,
  verdictOf,
  type CheckView,
} from '../../../renderer/network/reach/network-verdict.ts';
import { NETWORK_FINDINGS, type NetworkFinding } from '../../../shared/contract/network/network-findings.ts';

function found(id: CheckView['id'], finding: NetworkFinding, details = {}): CheckView {
  const { status, todo } = NETWORK_FINDINGS[finding];
  return { id, finding, status, todo, details };
}

const WELL = [
  found('listener', 'LISTENER_ON'),
  found('port', 'PORT_OWN'),
  found('interfaces', 'INTERFACES_UP'),
  found('mdns', 'MDNS_HEARD'),
  found('isolation', 'ISOLATION_NONE'),
];

test.each([
  ['fine', WELL],
  ['notLetIn', [found('listener', 'LISTENER_OFF'), found('port', 'PORT_TAKEN')]],
  ['cutOff', [...WELL, found('interfaces', 'INTERFACES_NONE')]],
  ['maybeCutOff', [...WELL, found('isolation', 'ISOLATION_SUSPECTED')]],
  ['problems', [...WELL, found('mdns', 'MDNS_NOT_HEARD'), found('leases', 'LEASES_NEARLY_FULL')]],
  ['warnings', [...WELL, found('leases', 'LEASES_NEARLY_FULL')]],
] as const)('the title is %s', (verdict, checks) => {
  expect(verdictOf(checks)).toBe(verdict);
});

test('the connection to the headsets is drawn broken at the worst finding', () => {
  const checks = [...WELL, found('leases', 'LEASES_NEARLY_FULL'), found('stations', 'STATIONS_COPY')];

  expect(pathOf(checks).station?.status).toBe('ok');
  expect(pathOf(checks).headsets?.finding).toBe('STATIONS_COPY');
  expect(bySeverity(checks).map(({ status }) => status)).toEqual([
    'problem',
    'warning',
    'ok',
    'ok',
    'ok',
    'ok',
    'ok',
  ]);
});

test('details of any shape can be shown', () => {
  const odd = { addresses: 7, port: 'x', devices: [{ deviceId: 1 }], commands: ['a', 2], stations: null };

  expect(factsOf({ details: odd })).toMatchObject({ addresses: [], port: null, devices: [], commands: [] });
  expect(factsOf({ details: { addresses: [{ address: '10.0.0.2', interfaceName: 'eth0' }] } })).toMatchObject(
    {
      addresses: ['10.0.0.2'],
    },
  );
});
