import Layout from './layout';

const Title = ({ text }) => <h1>{text}</h1>;

export default function Page(props) {
  return (
    <Layout.Main>
      <Title text={props.title} {...props} />
    </Layout.Main>
  );
}
