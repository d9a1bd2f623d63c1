import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take long; at the end of the order they would leave a processor idle. */
const longest = ['service/sending/', 'docs/', 'pages/', 'cli/processes', 'cli/streams', 'service/'];

/** Orders by project, since a worker process serves only one project. */
const projects = ['postgres', 'embedded', 'slow', 'unit'];

function rank({ project, moduleId }: TestSpecification): number {
  const kind = longest.findIndex((part) => moduleId.includes(`/test/${part}`));
  return projects.indexOf(project.name) * 100 + (kind < 0 ? longest.length : kind);
}

/** The order in which free worker processes take the files. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    return bySize.toSorted((one, other) => rank(one) - rank(other));
  }
}
